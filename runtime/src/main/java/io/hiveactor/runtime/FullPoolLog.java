package io.hiveactor.runtime;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Logs that the message pool is full, with the largest mailboxes: one line per second at most.
 *
 * <p><b>Threads:</b> any thread. Callers have room on their stack and hold no lock.
 */
final class FullPoolLog {
    /*
     * A shard that finds the pool full sets a flag and looks at it in its next turn: nothing may fail between the
     * moment in which a sender joins the pool's line and its wait. The line is written by an errand (an actor of the
     * runtime's own), because a log may block and the shard must not. While one errand writes there is no other.
     *
     * Depths are read without stopping the shards that own them, so each may be a little out of date.
     */
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int MOST_NAMED = 3;
    /** Actors that are looked at before the others of the shard may run. */
    private static final int ACTORS_PER_LOOK = 1024;

    private final Hive hive;
    private final AtomicLong nextNanos = new AtomicLong(Long.MIN_VALUE);
    private final AtomicBoolean isWriting = new AtomicBoolean();

    FullPoolLog(Hive hive) {
        this.hive = hive;
    }

    /** A shard has found the pool full. By that shard, in its turn. */
    void foundFull(Shard shard) {
        if (isDue()) {
            begin(shard);
        }
    }

    /** By an external thread. */
    void foundFull() {
        if (isDue()) {
            hive.shards()[0].push(new News(this));
        }
    }

    private boolean isDue() {
        long next = nextNanos.get();
        long nowNanos = hive.nowNanos();
        return nowNanos >= next && !isWriting.get() && nextNanos.compareAndSet(next, nowNanos + PERIOD_NANOS);
    }

    private void begin(Shard shard) {
        if (isWriting.compareAndSet(false, true)) {
            boolean hasBegun = false;
            try {
                hive.logAside(shard, this::write, this::writeSimulated);
                hasBegun = true;
            } finally {
                if (!hasBegun) {
                    isWriting.set(false);
                }
            }
        }
    }

    private void write(ActorContext context) {
        write(context::yield);
    }

    private void writeSimulated() {
        write(() -> {});
    }

    /** @param pause lets others run now and then */
    private void write(Runnable pause) {
        try {
            write(largest(pause));
        } finally {
            isWriting.set(false);
        }
    }

    private void write(List<Size> largest) {
        HiveStats stats = hive.stats();
        var text = new StringBuilder(hive + ": the message pool is full: " + stats.messagesInUse() + " slots of "
                + hive.config().messages() + " in use (" + hive.config().reservedMessages() + " are reserved), "
                + stats.waitingForSlots() + " senders wait, " + stats.poolRefusals() + " sends refused so far");
        String separator = "; largest mailboxes: ";
        for (Size size : largest) {
            text.append(separator).append(size.actor).append(" with ").append(size.depth);
            separator = ", ";
        }
        Hive.log(Level.WARNING, text.toString(), null);
    }

    /** The mailboxes with the most messages, the largest first. */
    private List<Size> largest(Runnable pause) {
        var largest = new ArrayList<Size>(MOST_NAMED + 1);
        for (Shard shard : hive.shards()) {
            int looked = 0;
            for (Actor actor : shard.actors.at) {
                if (++looked % ACTORS_PER_LOOK == 0) {
                    pause.run();
                }
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
            log.begin(shard);
        }
    }
}
