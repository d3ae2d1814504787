package io.hiveactor.runtime.supervision;

import io.hiveactor.runtime.Handler;

/**
 * Makes the handler of a child, a new one for each start, so that no state of a crashed handler survives.
 */
@FunctionalInterface
public interface ChildHandler {
    /** Returns a new handler. Called by the supervisor; an exception counts as a crash of the child. */
    Handler start(Siblings siblings) throws Exception;
}
