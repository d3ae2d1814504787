package io.hiveactor.runtime;

import org.jspecify.annotations.Nullable;

/**
 * The end of an actor.
 *
 * @param actor the actor that ended
 * @param reason why it ended
 * @param cause the exception that escaped from its code, or null
 * @param stillRunning whether its code still runs: it was killed and did not end within {@link HiveConfig#killGrace()}
 */
public record ActorExit(ActorId actor, ExitReason reason, @Nullable Throwable cause, boolean stillRunning) {}
