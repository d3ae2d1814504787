package io.hiveactor.runtime;

import org.jspecify.annotations.Nullable;

/**
 * The end of an actor.
 *
 * @param actor who ended
 * @param reason why
 * @param cause the exception that escaped, if one did
 * @param stillRunning its code has not ended: it was killed, and stayed in code that the runtime cannot end
 */
public record ActorExit(ActorId actor, ExitReason reason, @Nullable Throwable cause, boolean stillRunning) {}
