package io.hiveactor.bench;

import java.util.concurrent.SynchronousQueue;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.OneForOneStrategy;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.SupervisorStrategy;
import scala.concurrent.duration.Duration;

/** A classic actor of Pekko crashes, and its parent, which sends to it too, restarts it; see {@link Life}. */
final class PekkoClassicRestart {
    private static final Object DONE = new Object();
    private static final SupervisorStrategy WITHOUT_LIMIT = new OneForOneStrategy(
            -1, Duration.Inf(), crash -> (SupervisorStrategy.Directive) SupervisorStrategy.restart(), false);

    private PekkoClassicRestart() {}

    static Contestant start() {
        return new PekkoClassicMatch((system, end) -> system.actorOf(Props.create(Parent.class, () -> new Parent(end))));
    }

    private static final class Child extends AbstractActor {
        private final Life life = new Life();

        @Override
        public Receive createReceive() {
            return receiveBuilder().matchAny(message -> getSender().tell(life.handle(message), getSelf())).build();
        }
    }

    private static final class Parent extends AbstractActor {
        private final SynchronousQueue<Object> end;
        private final ActorRef child = getContext().actorOf(Props.create(Child.class, Child::new));
        private int left;

        Parent(SynchronousQueue<Object> end) {
            this.end = end;
        }

        @Override
        public SupervisorStrategy supervisorStrategy() {
            return WITHOUT_LIMIT;
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder().matchAny(this::onMessage).build();
        }

        private void onMessage(Object message) throws InterruptedException {
            if (message instanceof Integer restarts) {
                left = restarts;
            } else {
                Life.requireFirst(message);
                left--;
            }
            if (left == 0) {
                end.put(DONE);
            } else {
                child.tell(Life.CRASH, getSelf());
                child.tell(Life.NEXT, getSelf());
            }
        }
    }
}
