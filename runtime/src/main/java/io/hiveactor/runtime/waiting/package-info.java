/**
 * Who waits, for what, and whose turn it is. Start at {@link io.hiveactor.runtime.waiting.WaitList}.
 *
 * <p>Nothing here knows actors, parks a thread or takes a lock: whoever owns a list guards it.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.runtime.waiting;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
