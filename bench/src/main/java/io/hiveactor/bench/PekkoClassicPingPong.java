package io.hiveactor.bench;

import java.util.concurrent.SynchronousQueue;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.Props;

/** Two classic actors of Pekko send one object to and fro. */
final class PekkoClassicPingPong {
    private static final Object BALL = new Object();

    private PekkoClassicPingPong() {}

    /** @param dispatcher one of {@link PekkoDispatchers} */
    static Contestant on(String dispatcher) {
        return new PekkoClassicMatch((system, end) -> {
            ActorRef pong = system.actorOf(Props.create(Pong.class, Pong::new).withDispatcher(dispatcher));
            return system.actorOf(Props.create(Ping.class, () -> new Ping(pong, end)).withDispatcher(dispatcher));
        });
    }

    private static final class Pong extends AbstractActor {
        @Override
        public Receive createReceive() {
            return receiveBuilder().matchAny(ball -> getSender().tell(BALL, getSelf())).build();
        }
    }

    private static final class Ping extends AbstractActor {
        private final ActorRef pong;
        private final SynchronousQueue<Object> end;
        private int left;

        Ping(ActorRef pong, SynchronousQueue<Object> end) {
            this.pong = pong;
            this.end = end;
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder().matchAny(this::onMessage).build();
        }

        private void onMessage(Object message) throws InterruptedException {
            if (message instanceof Integer rounds) {
                left = rounds;
            } else {
                left--;
            }
            if (left == 0) {
                end.put(BALL);
            } else {
                pong.tell(BALL, getSelf());
            }
        }
    }
}
