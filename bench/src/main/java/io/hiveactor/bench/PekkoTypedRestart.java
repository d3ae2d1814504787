package io.hiveactor.bench;

import java.util.concurrent.SynchronousQueue;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.SupervisorStrategy;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;

/** A typed actor of Pekko crashes within a behavior that supervises it and restarts it; see {@link Life}. */
final class PekkoTypedRestart {
    private static final Object DONE = new Object();

    private PekkoTypedRestart() {}

    static Contestant start() {
        return new PekkoTypedMatch(PekkoDispatchers.DEFAULT,
                end -> Behaviors.setup(context -> new Driver(context, end)));
    }

    private static Behavior<Object> child(ActorRef<Object> driver) {
        Behavior<Object> alive = Behaviors.setup(context -> {
            var life = new Life();
            return Behaviors.receiveMessage(message -> {
                driver.tell(life.handle(message));
                return Behaviors.same();
            });
        });
        return Behaviors.supervise(alive).onFailure(SupervisorStrategy.restart().withLoggingEnabled(false));
    }

    private static final class Driver extends AbstractBehavior<Object> {
        private final SynchronousQueue<Object> end;
        private final ActorRef<Object> child;
        private int left;

        Driver(ActorContext<Object> context, SynchronousQueue<Object> end) {
            super(context);
            this.end = end;
            child = context.spawnAnonymous(child(context.getSelf()));
        }

        @Override
        public Receive<Object> createReceive() {
            return newReceiveBuilder().onAnyMessage(this::onMessage).build();
        }

        private Behavior<Object> onMessage(Object message) throws InterruptedException {
            if (message instanceof Integer restarts) {
                left = restarts;
            } else {
                Life.requireFirst(message);
                left--;
            }
            if (left == 0) {
                end.put(DONE);
            } else {
                child.tell(Life.CRASH);
                child.tell(Life.NEXT);
            }
            return this;
        }
    }
}
