/**
 * What a hive tells the JDK's flight recorder. Start at {@link io.hiveactor.runtime.event.HiveEvent}.
 *
 * <p>Nothing here knows actors: events carry names and numbers. Whoever emits one asks first whether it is wanted.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.runtime.event;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
