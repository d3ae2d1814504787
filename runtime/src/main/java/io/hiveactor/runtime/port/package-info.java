/**
 * What the sister modules build on, exported to them alone. Start at {@link io.hiveactor.runtime.port.ActorPort}.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.runtime.port;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
