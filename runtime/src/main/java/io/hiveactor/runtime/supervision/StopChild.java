package io.hiveactor.runtime.supervision;

import java.util.Objects;

/**
 * A request to a supervisor to stop one of its children for good. The answer comes when the child has ended: a
 * {@link Boolean}, false if there is none of that name.
 *
 * @param name the child's name
 */
public record StopChild(String name) {
    public StopChild {
        Objects.requireNonNull(name, "name");
    }
}
