/** What a bus tells the flight recorder. */
@NullMarked
@CheckReturnValue
package io.hiveactor.bus.event;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
