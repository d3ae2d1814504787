package io.hiveactor.runtime.supervision;

import io.hiveactor.runtime.Handler;

/**
 * Makes the handler of a child, anew for each start, so that no state of a crashed one lives on. It is called by the
 * supervisor; what it throws counts as a crash of the child.
 */
@FunctionalInterface
public interface ChildHandler {
    Handler start(Siblings siblings) throws Exception;
}
