/**
 * Shows a hive to programs on this machine: {@link io.hiveactor.runtime.console.Console} answers on a port of the loopback
 * address. The client is module cli, to which this package is exported.
 *
 * <p>It reads and changes nothing. It does not depend on a hive: it is given plain data of package diagnosis.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.runtime.console;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
