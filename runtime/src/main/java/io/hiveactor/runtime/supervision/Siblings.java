package io.hiveactor.runtime.supervision;

import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Hive;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The other children of a supervisor, by name and in order, at the start of a child: those that are alive and those
 * that are being started.
 *
 * <p>After a restart a sibling has a new id, unless it is registered or {@link ChildSpec#keepingId() keeps its id}.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class Siblings {
    /** Of all children; those who start together share it. */
    private final Map<String, ActorId> children;

    private final String self;

    private final Hive hive;

    Siblings(Hive hive, Map<String, ActorId> children, String self) {
        this.hive = hive;
        this.children = children;
        this.self = self;
    }

    /** The hive that the supervisor lives in. */
    public Hive hive() {
        return hive;
    }

    /**
     * Returns the id of a sibling.
     *
     * @throws IllegalArgumentException if there is none of that name, or it has ended for good
     */
    public ActorId id(String name) {
        ActorId id = children.get(Objects.requireNonNull(name, "name"));
        if (id == null || name.equals(self)) {
            throw new IllegalArgumentException("no sibling is called " + name + "; there are " + all().keySet());
        }
        return id;
    }

    /** Returns all siblings, in the supervisor's order. */
    public Map<String, ActorId> all() {
        var others = new LinkedHashMap<>(children);
        others.remove(self);
        return Collections.unmodifiableMap(others);
    }

    @Override
    public String toString() {
        return all().values().toString();
    }
}
