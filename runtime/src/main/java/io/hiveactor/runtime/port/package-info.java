/**
 * What the sister modules build on, exported to them alone. Start at {@link io.hiveactor.runtime.port.ActorPort}.
 *
 * <p>It speaks of hives and actors, and the engine implements it: these two packages know each other, as no others do.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.runtime.port;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
