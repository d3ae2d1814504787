/**
 * What the testkit needs to explore the schedules of a simulated hive. Start at
 * {@link io.hiveactor.runtime.explore.TurnChooser}.
 *
 * <p>This package holds no state and starts no threads. It is exported to the testkit only.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.runtime.explore;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
