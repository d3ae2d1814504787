package io.hiveactor.mailbox.redis;

import java.math.BigInteger;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What tells a call from itself sent again. After a reconnect the client resends whatever had no answer, and the server may have
 * done it already. So each call is made in a lane, in which there is one at a time and each has the next number; the server
 * keeps the last number of each lane with its answer, does no number twice and none below it.
 *
 * <p>There are as many lanes as there were calls at once, so that is all the server has to remember.
 *
 * <p><b>Threads:</b> any thread; a claimed lane belongs to its claimer until released.
 */
final class Lanes {
    /** One call at a time. */
    static final class Lane {
        /** Unique among all callers of the server. */
        final String name;

        private long calls;

        private Lane(String name) {
            this.name = name;
        }

        /** The number of the next call. */
        long next() {
            calls++;
            return calls;
        }
    }

    private final String caller = new BigInteger(UUID.randomUUID().toString().replace("-", ""), 16).toString(36);
    private final AtomicInteger made = new AtomicInteger();
    private final ConcurrentLinkedDeque<Lane> free = new ConcurrentLinkedDeque<>();

    Lane claim() {
        Lane lane = free.pollFirst();
        return lane == null ? new Lane(caller + '.' + made.incrementAndGet()) : lane;
    }

    void release(Lane lane) {
        free.addFirst(lane);
    }
}
