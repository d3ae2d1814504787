/**
 * Publish and subscribe. Start at {@link io.hiveactor.bus.Bus}.
 *
 * <p>A bus lives on one shard, which owns its {@code Ring}: entries, cursors and who waits. Actors of that shard call it where
 * they run. Everybody else brings entries there without waiting, as long as there is room; any other call is a round trip, during
 * which only the caller waits.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.bus;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
