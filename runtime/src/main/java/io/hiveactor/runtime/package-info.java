/**
 * Actors on a fixed message pool. Start at {@link io.hiveactor.runtime.Hive}.
 *
 * <p>Public here is what a program needs: a hive and its configuration, actors in two styles, messages,
 * timers, exits, and simulated time. The rest is the engine, read best in this order: {@code Shard}
 * (scheduling), {@code Actor} (an actor's calls and waits), {@code ShardTimers}, {@code MessagePool} and {@code SlotCache}
 * (storage), {@code Mortality} (how actors end), {@code Closing} (how a hive ends).
 *
 * <p>The engine changes shared state in methods that call nothing, because an actor may call at the very end
 * of its stack: a method that begins with no call either runs to its end or not at all. That is why slots,
 * mailboxes and run queues expose their fields within this package.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.runtime;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
