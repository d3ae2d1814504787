/**
 * Tests for actors, without threads and without waiting. Start at {@link io.hiveactor.testkit.TestRuntime}.
 *
 * <p>Everything runs on the test's own thread, under a clock that the test moves and a seed that decides every
 * open choice. Needs the JVM flag of {@link io.hiveactor.runtime.FiberMode#OWN_CARRIER}.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.testkit;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
