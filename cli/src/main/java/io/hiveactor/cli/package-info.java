/**
 * The terminal program {@code ./hive top}: asks the console of a running hive and shows the answer. Start at
 * {@link io.hiveactor.cli.Top}.
 *
 * <p>It only reads, over a port of this machine; the hive belongs to another program.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.cli;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
