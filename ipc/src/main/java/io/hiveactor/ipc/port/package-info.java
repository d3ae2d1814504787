/**
 * Drives a channel table without a hive, for our own {@code conformance}, which replays recorded HSX operations. Start at
 * {@link io.hiveactor.ipc.port.ChannelTablePort}.
 *
 * <p>{@code channel} implements it, so these two packages know each other. It is exported to {@code conformance} only.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.ipc.port;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
