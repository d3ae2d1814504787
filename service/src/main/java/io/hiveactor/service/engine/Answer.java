package io.hiveactor.service.engine;

import io.hiveactor.service.queue.Outcome;
import java.util.List;
import java.util.Locale;

/** What the engine says to a request. */
public sealed interface Answer {
    /** The operations were committed; one outcome each, in their order. */
    record Committed(List<Outcome> outcomes) implements Answer {}

    /** A queue of the engine is full; nothing happened. */
    record Busy(FullQueue queue, long retryAfterMs) implements Answer {
        /** Which queue. */
        public enum FullQueue {
            SHARD_BUSY,
            TOPIC_SHARE,
            WAITERS,
            REPROC_QUEUE_FULL;

            public String word() {
                return name().toLowerCase(Locale.ROOT);
            }
        }
    }

    /** The engine cannot serve it. After STORE and TIMEOUT the operations may have happened, after the others not. */
    record Unavailable(Cause cause) implements Answer {
        /** Why. */
        public enum Cause {
            STORE,
            TIMEOUT,
            DRAINING,
            STARTING;

            public String word() {
                return name().toLowerCase(Locale.ROOT);
            }
        }
    }

    /** A poll with the same id is waiting already; nothing happened. */
    record PollInUse() implements Answer {}
}
