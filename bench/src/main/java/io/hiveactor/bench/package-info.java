/**
 * Measures the runtime beside its peers: a workload in one process, and all of them in turns. Start at
 * {@link io.hiveactor.bench.Bench}; {@link io.hiveactor.bench.Catalog} lists what can be measured.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.bench;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
