/**
 * Clocks and deadlines. Start at {@link io.hiveactor.runtime.time.DeadlineWheel}.
 *
 * <p>Time is in nanoseconds since the hive started. Nothing here knows actors, sleeps, or starts a thread.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.runtime.time;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
