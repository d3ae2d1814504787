package io.hiveactor.bench;

import java.util.concurrent.SynchronousQueue;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;

/** Two typed actors of Pekko send one object to and fro. */
final class PekkoTypedPingPong {
    /** What the ball is: it carries where to answer, as typed messages do. */
    private record Ball(ActorRef<Object> from) {}

    private PekkoTypedPingPong() {}

    /** @param dispatcher one of {@link PekkoDispatchers} */
    static Contestant on(String dispatcher) {
        return new PekkoTypedMatch(dispatcher, end -> Ping.behavior(dispatcher, end));
    }

    private static Behavior<Object> pong() {
        return Behaviors.setup(context -> {
            var answer = new Ball(context.getSelf());
            return Behaviors.receiveMessage(message -> {
                ((Ball) message).from().tell(answer);
                return Behaviors.same();
            });
        });
    }

    private static final class Ping extends AbstractBehavior<Object> {
        private final ActorRef<Object> pong;
        private final SynchronousQueue<Object> end;
        private final Ball ball;
        private int left;

        private Ping(ActorContext<Object> context, ActorRef<Object> pong, SynchronousQueue<Object> end) {
            super(context);
            this.pong = pong;
            this.end = end;
            ball = new Ball(context.getSelf());
        }

        static Behavior<Object> behavior(String dispatcher, SynchronousQueue<Object> end) {
            return Behaviors.setup(context -> new Ping(
                    context, context.spawn(pong(), "pong", DispatcherSelector.fromConfig(dispatcher)), end));
        }

        @Override
        public Receive<Object> createReceive() {
            return newReceiveBuilder().onAnyMessage(this::onMessage).build();
        }

        private Behavior<Object> onMessage(Object message) throws InterruptedException {
            if (message instanceof Integer rounds) {
                left = rounds;
            } else {
                left--;
            }
            if (left == 0) {
                end.put(ball);
            } else {
                pong.tell(ball);
            }
            return this;
        }
    }
}
