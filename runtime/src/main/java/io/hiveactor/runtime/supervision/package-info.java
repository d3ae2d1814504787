/**
 * Supervisors: actors that start children and restart them when they end. Start at
 * {@link io.hiveactor.runtime.supervision.Supervisor}.
 *
 * <p>Uses only public calls of {@link io.hiveactor.runtime}: reserved ids, monitors, kill and {@code endingWithParent},
 * so that another kind of supervisor can be written in the same way.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.runtime.supervision;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
