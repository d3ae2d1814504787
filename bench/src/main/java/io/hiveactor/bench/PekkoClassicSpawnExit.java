package io.hiveactor.bench;

import java.util.concurrent.SynchronousQueue;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.Props;

/** A classic actor of Pekko has one child after the other, and each stops itself as soon as it runs. */
final class PekkoClassicSpawnExit {
    private static final Object STOP = new Object();
    private static final Object ENDED = new Object();

    private PekkoClassicSpawnExit() {}

    /** The child stops when it gets a message. */
    static Contestant whenTold(String dispatcher) {
        return match(dispatcher, Props.create(Child.class, Child::new), true);
    }

    /** The child stops when it starts. */
    static Contestant atOnce(String dispatcher) {
        return match(dispatcher, Props.create(Mayfly.class, Mayfly::new), false);
    }

    private static Contestant match(String dispatcher, Props child, boolean isTold) {
        Props placed = child.withDispatcher(dispatcher);
        return new PekkoClassicMatch((system, end) -> system.actorOf(
                Props.create(Parent.class, () -> new Parent(placed, isTold, end)).withDispatcher(dispatcher)));
    }

    private static class Child extends AbstractActor {
        @Override
        public Receive createReceive() {
            return receiveBuilder().matchAny(message -> end()).build();
        }

        final void end() {
            getContext().getParent().tell(ENDED, getSelf());
            getContext().stop(getSelf());
        }
    }

    private static final class Mayfly extends Child {
        @Override
        public void preStart() {
            end();
        }
    }

    private static final class Parent extends AbstractActor {
        private final Props child;
        private final boolean isTold;
        private final SynchronousQueue<Object> end;
        private final BirthCount births = new BirthCount();

        Parent(Props child, boolean isTold, SynchronousQueue<Object> end) {
            this.child = child;
            this.isTold = isTold;
            this.end = end;
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder().matchAny(this::onMessage).build();
        }

        private void onMessage(Object message) throws InterruptedException {
            int due = message instanceof Integer wanted ? births.begin(wanted) : births.ended();
            for (int i = 0; i < due; i++) {
                ActorRef born = getContext().actorOf(child);
                if (isTold) {
                    born.tell(STOP, getSelf());
                }
            }
            if (births.isOver()) {
                end.put(ENDED);
            }
        }
    }
}
