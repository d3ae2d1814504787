/** The only code of the service that reads a clock. Start at {@link io.hiveactor.service.time.Clocks}. */
@NullMarked
@CheckReturnValue
package io.hiveactor.service.time;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
