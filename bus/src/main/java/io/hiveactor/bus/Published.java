package io.hiveactor.bus;

import java.util.Objects;

/**
 * An entry of a bus as a {@link Bus#asFlowOfEntries() Flow} delivers it; it is not reused.
 * <b>Threads:</b> immutable.
 *
 * @param value the object
 * @param sequence its number on its bus, from 0
 * @param missed number of entries that this subscriber missed since its last one
 */
public record Published<T>(T value, long sequence, long missed) {
    public Published {
        Objects.requireNonNull(value, "value");
    }

    static <T> Published<T> of(Entry<T> entry) {
        return new Published<>(entry.value(), entry.sequence(), entry.missed());
    }
}
