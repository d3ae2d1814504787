package io.hiveactor.service.observe;

import java.util.Collection;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The values that one label may have. Any other value becomes {@code other}, so the number of time series is bounded.
 *
 * <p><b>Threads:</b> any thread.
 */
final class LabelValues {
    static final String OTHER = "other";

    private final int limit;
    private final AtomicReference<Set<String>> known;

    LabelValues(int limit, Collection<String> known) {
        this.limit = limit;
        this.known = new AtomicReference<>(Set.of());
        learn(known);
    }

    /** The value if it is known, else {@code other}. */
    String known(String value) {
        return current().contains(value) ? value : OTHER;
    }

    /** The value if it is known or there is room to learn it, else {@code other}. For values that are in our code. */
    String learned(String value) {
        if (!current().contains(value)) {
            learn(Set.of(value));
        }
        return known(value);
    }

    /** Adds values while there is room. None is ever forgotten: its time series are still there. */
    void learn(Collection<String> values) {
        if (!current().containsAll(values)) {
            Set<String> now = known.updateAndGet(before -> union(before, values));
            assert now.size() <= limit;
        }
    }

    private Set<String> current() {
        return Objects.requireNonNull(known.get());
    }

    private Set<String> union(Set<String> before, Collection<String> values) {
        Set<String> all = new HashSet<>(before);
        for (String value : values) {
            if (all.size() < limit) {
                all.add(value);
            }
        }
        return Set.copyOf(all);
    }
}
