/**
 * Tests for actors, without threads and without waiting. Start at {@link io.hiveactor.testkit.TestRuntime}; annotate a test
 * with {@link io.hiveactor.testkit.HiveTest} to run it under many schedules, and with
 * {@link io.hiveactor.testkit.ExploreSchedules} to run it under all.
 *
 * <p>Everything runs on the test's own thread, under a clock that the test moves and a seed that decides every
 * open choice. Needs the JVM flag of {@link io.hiveactor.runtime.FiberMode#OWN_CARRIER}.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.testkit;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
