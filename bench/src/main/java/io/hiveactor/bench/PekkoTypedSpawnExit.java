package io.hiveactor.bench;

import java.util.concurrent.SynchronousQueue;
import java.util.function.Function;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;

/** A typed actor of Pekko has one child after the other, and each stops itself as soon as it runs. */
final class PekkoTypedSpawnExit {
    private static final Object STOP = new Object();
    private static final Object ENDED = new Object();

    private PekkoTypedSpawnExit() {}

    /** The child stops when it gets a message. */
    static Contestant whenTold(String dispatcher) {
        return match(dispatcher, parent -> Behaviors.receiveMessage(message -> end(parent)), true);
    }

    /** The child stops when it starts. */
    static Contestant atOnce(String dispatcher) {
        return match(dispatcher, parent -> Behaviors.setup(context -> end(parent)), false);
    }

    private static Behavior<Object> end(ActorRef<Object> parent) {
        parent.tell(ENDED);
        return Behaviors.stopped();
    }

    private static Contestant match(
            String dispatcher, Function<ActorRef<Object>, Behavior<Object>> child, boolean isTold) {
        var placement = DispatcherSelector.fromConfig(dispatcher);
        return new PekkoTypedMatch(dispatcher, end -> Behaviors.setup(
                context -> new Parent(context, child.apply(context.getSelf()), placement, isTold, end)));
    }

    private static final class Parent extends AbstractBehavior<Object> {
        private final Behavior<Object> child;
        private final DispatcherSelector placement;
        private final boolean isTold;
        private final SynchronousQueue<Object> end;
        private final BirthCount births = new BirthCount();

        Parent(ActorContext<Object> context, Behavior<Object> child, DispatcherSelector placement, boolean isTold,
                SynchronousQueue<Object> end) {
            super(context);
            this.child = child;
            this.placement = placement;
            this.isTold = isTold;
            this.end = end;
        }

        @Override
        public Receive<Object> createReceive() {
            return newReceiveBuilder().onAnyMessage(this::onMessage).build();
        }

        private Behavior<Object> onMessage(Object message) throws InterruptedException {
            int due = message instanceof Integer wanted ? births.begin(wanted) : births.ended();
            for (int i = 0; i < due; i++) {
                ActorRef<Object> born = getContext().spawnAnonymous(child, placement);
                if (isTold) {
                    born.tell(STOP);
                }
            }
            if (births.isOver()) {
                end.put(ENDED);
            }
            return this;
        }
    }
}
