package io.hiveactor.bench;

import static io.hiveactor.bench.HiveMatch.sent;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.FiberMode;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.SendStatus;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.stream.IntStream;

/** Eight actors of one shard send to a ninth through a pool of 64 messages, so that most of them wait. */
final class HiveFullPool {
    /*
     * Everything runs on one shard, so plain fields do. The actors that wait stand in a queue of ours just as they
     * stand in the pool's: the receiver, about to let go of a message, notes the time for the one it will go to.
     * So a hand-off begins with the release of that very slot, and includes the rest of the receiver's turn.
     */
    static final int PRODUCERS = 8;
    static final int ROOM = 64;

    private static final Object DROP = new Object();
    private static final int RESERVED = 16;

    private final Queue<Producer> waiting = new ArrayDeque<>(PRODUCERS);
    private final HandOffs handOffs = new HandOffs();
    private final Tally tally = new Tally();

    private HiveFullPool() {}

    static Contestant on(FiberMode mode) {
        return on(HiveMatch.oneShard(mode));
    }

    static Contestant on(HiveConfig oneShard) {
        return new HiveFullPool().start(Hive.start(config(oneShard)));
    }

    private static HiveConfig config(HiveConfig oneShard) {
        return oneShard.toBuilder()
                .messages(ROOM + PRODUCERS + RESERVED) // each producer holds the message that it was started by
                .reservedMessages(RESERVED)
                .build();
    }

    private Contestant start(Hive hive) {
        ActorId receiver = hive.spawn((Handler) this::receive);
        ActorId[] producers = IntStream.range(0, PRODUCERS)
                .mapToObj(i -> hive.spawn(new Producer(receiver)))
                .toArray(ActorId[]::new);
        ActorId starter = hive.spawn((Handler) (self, all) -> begin(self, producers, all.as(Integer.class)));
        return new Flood(tally, messages -> {
            handOffs.forget();
            sent(hive.notify(starter, messages));
        }, handOffs::figures, hive::close);
    }

    /** All in one turn, so that the first does not take the slots that the others are to be started with. */
    private static void begin(ActorContext self, ActorId[] producers, int messages) {
        for (int i = 0; i < producers.length; i++) {
            sent(self.notify(producers[i], Workers.share(messages, producers.length, i)));
        }
    }

    private void receive(ActorContext self, Message message) {
        tally.came();
        Producer next = waiting.poll();
        if (next != null) {
            next.releasedNanos = System.nanoTime();
        }
    }

    private final class Producer implements ActorBody {
        private final ActorId receiver;
        private long releasedNanos;

        Producer(ActorId receiver) {
            this.receiver = receiver;
        }

        @Override
        public void run(ActorContext self) {
            while (true) {
                for (int left = self.receive().as(Integer.class); left > 0; left--) {
                    SendStatus status = self.send(receiver, 0, DROP, Duration.ZERO);
                    sent(status == SendStatus.NO_MEMORY ? sendInTurn(self) : status);
                }
            }
        }

        private SendStatus sendInTurn(ActorContext ipc) {
            releasedNanos = 0;
            waiting.add(this);
            SendStatus status = ipc.send(receiver, 0, DROP);
            if (releasedNanos == 0) {
                waiting.remove(this); // a slot that the referee's thread had at hand came back: not a hand-off of ours
            } else {
                handOffs.add(System.nanoTime() - releasedNanos);
            }
            return status;
        }
    }
}
