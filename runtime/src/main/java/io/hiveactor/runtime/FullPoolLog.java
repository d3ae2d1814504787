package io.hiveactor.runtime;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Logs that the message pool is full, with the largest mailboxes: one line per second at most.
 *
 * <p><b>Threads:</b> any thread. Callers have room on their stack and hold no lock.
 */
final class FullPoolLog {
    /*
     * A caller that finds the pool full pays for a comparison. The line is written by an errand (an actor of the
     * runtime's own), because a log may block and the caller may be the loop of a shard.
     *
     * Depths are read without stopping the shards that own them, so each may be a little out of date.
     */
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int MOST_NAMED = 3;

    private final Hive hive;
    private final AtomicLong nextNanos = new AtomicLong(Long.MIN_VALUE);
    private final StraightLine writer = context -> write();

    FullPoolLog(Hive hive) {
        this.hive = hive;
    }

    /** By a shard. */
    void foundFull(Shard shard) {
        if (isDue(shard.turnNanos)) {
            hive.errand(shard, writer);
        }
    }

    /** By an external thread. */
    void foundFull() {
        if (isDue(hive.nowNanos())) {
            hive.shards()[0].push(new News(this));
        }
    }

    private boolean isDue(long nowNanos) {
        long next = nextNanos.get();
        return nowNanos >= next && nextNanos.compareAndSet(next, nowNanos + PERIOD_NANOS);
    }

    private void write() {
        HiveStats stats = hive.stats();
        var text = new StringBuilder(hive + ": the message pool is full: " + stats.messagesInUse() + " slots of "
                + hive.config().messages() + " in use (" + hive.config().reservedMessages() + " are reserved), "
                + stats.waitingForSlots() + " senders wait, " + stats.poolRefusals() + " sends refused so far");
        String separator = "; largest mailboxes: ";
        for (Size size : largest()) {
            text.append(separator).append(size.actor).append(" with ").append(size.depth);
            separator = ", ";
        }
        Hive.log(Level.WARNING, text.toString(), null);
    }

    /** The mailboxes with the most messages, the largest first. */
    private List<Size> largest() {
        var largest = new ArrayList<Size>(MOST_NAMED + 1);
        for (Shard shard : hive.shards()) {
            for (Actor actor : shard.actors.at) {
                int depth = actor == null ? 0 : actor.depth;
                if (actor != null && depth > (largest.size() < MOST_NAMED ? 0 : largest.getLast().depth)) {
                    largest.add(new Size(actor.id, depth));
                    largest.sort(Comparator.comparingInt(Size::depth).reversed());
                    if (largest.size() > MOST_NAMED) {
                        largest.removeLast();
                    }
                }
            }
        }
        return largest;
    }

    record Size(ActorId actor, int depth) {}

    /** An external thread has found the pool full; the shard has it logged. */
    static final class News extends Command {
        private final FullPoolLog log;

        News(FullPoolLog log) {
            this.log = log;
        }

        @Override
        void arrive(Shard shard) {
            shard.hive.errand(shard, log.writer);
        }
    }
}
