package io.hiveactor.runtime;

/** Unwinds the stack of an actor that exits or was killed. Carries nothing; there is one. */
@SuppressWarnings("StaticAssignmentOfThrowable") // it has no stack trace and no state
final class ActorStopped extends Error {
    private static final long serialVersionUID = 1;

    static final ActorStopped UNWIND = new ActorStopped();

    private ActorStopped() {
        super("the actor has ended; let this pass", null, false, false);
    }
}
