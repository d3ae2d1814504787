package io.hiveactor.runtime.supervision;

import java.util.Objects;

/**
 * A request to a supervisor to start another child, for example one per connection. It is supervised like the others, and
 * forgotten when it has ended for good.
 *
 * <p>The answer is the child's {@link io.hiveactor.runtime.ActorId}, or an {@link IllegalStateException} that says why it was
 * not started.
 *
 * @param child its name must be unique among the supervisor's children
 */
public record StartChild(ChildSpec child) {
    public StartChild {
        Objects.requireNonNull(child, "child");
    }
}
