/**
 * Talking with other actors: sends that wait for their turn, requests with answers, selective receives. Start at
 * {@link io.hiveactor.ipc.Ipc} for the hive's own calls, or at {@link io.hiveactor.ipc.Ref} for typed messages.
 *
 * <p>There is no thread, queue or clock here: every wait is the runtime's, so timeouts, kills and simulated time work
 * for all of them alike.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.ipc;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
