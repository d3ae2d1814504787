/**
 * How values become bytes and back, for channels. Start at {@link io.hiveactor.ipc.codec.Codec}. Knows nothing of channels.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.ipc.codec;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
