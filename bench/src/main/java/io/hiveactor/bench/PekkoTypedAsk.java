package io.hiveactor.bench;

import java.util.concurrent.SynchronousQueue;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;

/** A typed actor of Pekko asks another with its context's ask, and again when the answer has come. */
final class PekkoTypedAsk {
    private static final Object ANSWER = new Object();

    private record Question(ActorRef<Object> from) {}

    private PekkoTypedAsk() {}

    /** @param dispatcher one of {@link PekkoDispatchers} */
    static Contestant on(String dispatcher) {
        var placement = DispatcherSelector.fromConfig(dispatcher);
        return new PekkoTypedMatch(dispatcher, end -> Behaviors.setup(
                context -> new Asker(context, context.spawn(answerer(), "answerer", placement), end)));
    }

    private static Behavior<Question> answerer() {
        return Behaviors.receiveMessage(question -> {
            question.from().tell(ANSWER);
            return Behaviors.same();
        });
    }

    private static final class Asker extends AbstractBehavior<Object> {
        private final ActorRef<Question> answerer;
        private final SynchronousQueue<Object> end;
        private int left;

        Asker(ActorContext<Object> context, ActorRef<Question> answerer, SynchronousQueue<Object> end) {
            super(context);
            this.answerer = answerer;
            this.end = end;
        }

        @Override
        public Receive<Object> createReceive() {
            return newReceiveBuilder().onAnyMessage(this::onMessage).build();
        }

        private Behavior<Object> onMessage(Object message) throws InterruptedException {
            if (message instanceof Throwable failure) {
                throw new IllegalStateException("a question has no answer", failure);
            }
            left = message instanceof Integer questions ? questions : left - 1;
            if (left == 0) {
                end.put(ANSWER);
            } else {
                getContext().ask(Object.class, answerer, PekkoClassicAsk.TIMEOUT, Question::new,
                        (answer, failure) -> failure == null ? answer : failure);
            }
            return this;
        }
    }
}
