package io.hiveactor.runtime.supervision;

import io.hiveactor.runtime.ActorId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The other children of one supervisor, by name, in their order, as they are when a child starts: those that live, and
 * those that are just being started.
 *
 * <p>The id of a sibling that is not registered ends with it: after it was started again it has another one.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class Siblings {
    static final Siblings NONE = new Siblings(Map.of());

    private final Map<String, ActorId> ids;

    Siblings(Map<String, ActorId> ids) {
        this.ids = Collections.unmodifiableMap(new LinkedHashMap<>(ids));
    }

    /**
     * The id of a sibling.
     *
     * @throws IllegalArgumentException if there is none of that name, or it has ended for good
     */
    public ActorId id(String name) {
        ActorId id = ids.get(Objects.requireNonNull(name, "name"));
        if (id == null) {
            throw new IllegalArgumentException("no sibling is called " + name + "; there are " + ids.keySet());
        }
        return id;
    }

    /** All of them, in the supervisor's order. */
    public Map<String, ActorId> all() {
        return ids;
    }

    @Override
    public String toString() {
        return ids.values().toString();
    }
}
