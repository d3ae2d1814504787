package io.hiveactor.service.capability;

import java.util.concurrent.atomic.LongAdder;

/**
 * A counter per constant of an enum.
 *
 * <p><b>Threads:</b> any thread.
 */
final class EnumCounters<E extends Enum<E>> {
    private final LongAdder[] counters;

    EnumCounters(Class<E> type) {
        counters = new LongAdder[type.getEnumConstants().length];
        for (int i = 0; i < counters.length; i++) {
            counters[i] = new LongAdder();
        }
    }

    void add(E constant, long count) {
        counters[constant.ordinal()].add(count);
    }

    long get(E constant) {
        return counters[constant.ordinal()].sum();
    }
}
