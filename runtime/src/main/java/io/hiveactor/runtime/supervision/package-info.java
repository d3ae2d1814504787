/**
 * Supervisors: actors that start others, are told when they end, and start them again. Start at
 * {@link io.hiveactor.runtime.supervision.Supervisor}.
 *
 * <p>Written against the public calls of {@link io.hiveactor.runtime} alone: seats, monitors, kill, and
 * {@code endingWithParent}. Whoever needs another kind of supervisor can write it the same way.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.runtime.supervision;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
