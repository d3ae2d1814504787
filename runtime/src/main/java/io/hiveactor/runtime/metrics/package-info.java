/**
 * A hive's numbers for Micrometer, which is needed only by who uses this. Start at {@link
 * io.hiveactor.runtime.metrics.HiveMetrics}.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.runtime.metrics;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
