package io.hiveactor.bench;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.Props;

/** A classic actor of Pekko tells another that is stuck, and whose mailbox is full and drops what is new. */
final class PekkoDropFull implements Contestant {
    private static final Object DROP = new Object();

    private final CountDownLatch release = new CountDownLatch(1);
    private final PekkoClassicMatch match = new PekkoClassicMatch((system, end) -> {
        var isStuck = new CountDownLatch(1);
        ActorRef full = system.actorOf(Props.create(Stuck.class, () -> new Stuck(isStuck, release))
                .withDispatcher(PekkoDispatchers.PINNED).withMailbox(PekkoMailboxes.DROPPING));
        fill(full, isStuck);
        return system.actorOf(Props.create(Sender.class, () -> new Sender(full, end)));
    });

    private static void fill(ActorRef full, CountDownLatch isStuck) {
        full.tell(DROP, ActorRef.noSender());
        try {
            isStuck.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted before the start", e);
        }
        for (int i = 0; i < HiveDropFull.ROOM; i++) {
            full.tell(DROP, ActorRef.noSender());
        }
    }

    @Override
    public long run(int operations) throws InterruptedException {
        return match.run(operations);
    }

    @Override
    public void close() {
        release.countDown();
        match.close();
    }

    /** Does not come back from its first message. */
    private static final class Stuck extends AbstractActor {
        private final CountDownLatch isStuck;
        private final CountDownLatch release;

        Stuck(CountDownLatch isStuck, CountDownLatch release) {
            this.isStuck = isStuck;
            this.release = release;
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder().matchAny(message -> {
                isStuck.countDown();
                release.await();
            }).build();
        }
    }

    private static final class Sender extends AbstractActor {
        private final ActorRef full;
        private final SynchronousQueue<Object> end;

        Sender(ActorRef full, SynchronousQueue<Object> end) {
            this.full = full;
            this.end = end;
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder().match(Integer.class, this::send).build();
        }

        private void send(int messages) throws InterruptedException {
            for (int i = 0; i < messages; i++) {
                full.tell(DROP, getSelf());
            }
            end.put(DROP);
        }
    }
}
