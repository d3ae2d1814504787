/**
 * Replays recorded results of a reference implementation. Start at {@link io.hiveactor.mailbox.vectors.Vectors}.
 *
 * <p>Everything is done through the public interface, by a clock that is stepped.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.mailbox.vectors;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
