package io.hiveactor.runtime;

import java.util.ArrayDeque;

/**
 * Timers that are due and found no slot for their tick, in order.
 *
 * <p><b>Threads:</b> owner only.
 */
final class StarvedTimers {
    private final ArrayDeque<ActorTimer> timers = new ArrayDeque<>(0);

    void add(ActorTimer timer) {
        timers.add(timer);
    }

    /** Ticks as many as there are slots for. */
    void retry(Shard shard) {
        for (int left = timers.size(); left > 0; left--) {
            ActorTimer timer = timers.remove();
            if (timer.isWanted()) {
                timer.due(shard.clock.nanos()); // adds itself again if there is still no slot
            }
        }
    }
}
