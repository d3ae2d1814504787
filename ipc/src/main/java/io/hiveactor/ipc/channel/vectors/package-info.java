/**
 * Replays recorded mailbox operations against a channel table. Start at
 * {@link io.hiveactor.ipc.channel.vectors.Vectors}.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.ipc.channel.vectors;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
