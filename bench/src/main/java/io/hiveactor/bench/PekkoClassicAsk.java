package io.hiveactor.bench;

import java.time.Duration;
import java.util.concurrent.SynchronousQueue;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.Status;
import org.apache.pekko.pattern.Patterns;

/** A classic actor of Pekko asks another, and pipes the answer to itself before it asks again. */
final class PekkoClassicAsk {
    /** As programs have it: with a longer one, the timers of more answered asks would burden the scheduler. */
    static final Duration TIMEOUT = Duration.ofSeconds(3);

    private static final Object QUESTION = new Object();
    private static final Object ANSWER = new Object();

    private PekkoClassicAsk() {}

    /** @param dispatcher one of {@link PekkoDispatchers} */
    static Contestant on(String dispatcher) {
        return new PekkoClassicMatch((system, end) -> {
            ActorRef answerer = system.actorOf(Props.create(Answerer.class, Answerer::new).withDispatcher(dispatcher));
            return system.actorOf(
                    Props.create(Asker.class, () -> new Asker(answerer, end)).withDispatcher(dispatcher));
        });
    }

    private static final class Answerer extends AbstractActor {
        @Override
        public Receive createReceive() {
            return receiveBuilder().matchAny(question -> getSender().tell(ANSWER, getSelf())).build();
        }
    }

    private static final class Asker extends AbstractActor {
        private final ActorRef answerer;
        private final SynchronousQueue<Object> end;
        private int left;

        Asker(ActorRef answerer, SynchronousQueue<Object> end) {
            this.answerer = answerer;
            this.end = end;
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder().matchAny(this::onMessage).build();
        }

        private void onMessage(Object message) throws InterruptedException {
            if (message instanceof Status.Failure failure) {
                throw new IllegalStateException("a question has no answer", failure.cause());
            }
            left = message instanceof Integer questions ? questions : left - 1;
            if (left == 0) {
                end.put(ANSWER);
            } else {
                var answer = Patterns.ask(answerer, QUESTION, TIMEOUT);
                Patterns.pipe(answer, getContext().getDispatcher()).to(getSelf());
            }
        }
    }
}
