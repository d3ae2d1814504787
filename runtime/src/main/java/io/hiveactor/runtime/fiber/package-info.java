/**
 * Threads of control that a shard can set aside and take up again. Start at
 * {@link io.hiveactor.runtime.fiber.Fiber}.
 *
 * <p>A fiber is a virtual thread, in one of two modes: on the shard's own carrier thread, or on the JDK's
 * scheduler, where the fibers of one shard pass a baton. Nothing here knows actors or messages.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.runtime.fiber;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
