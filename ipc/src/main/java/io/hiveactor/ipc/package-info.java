/**
 * Typed actors: messages that the compiler checks, requests with typed answers, supervision. Start at
 * {@link io.hiveactor.ipc.Ref}.
 *
 * <p>A typed actor is an actor of the runtime with a {@link io.hiveactor.ipc.TypedContext} around its
 * {@link io.hiveactor.runtime.ActorContext}. This package has no thread, queue or clock of its own: every wait is the
 * runtime's, so timeouts, kills and simulated time work for all of them alike.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.ipc;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
