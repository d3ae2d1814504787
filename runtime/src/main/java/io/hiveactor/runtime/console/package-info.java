/**
 * A hive shown to whoever asks on this machine: {@link io.hiveactor.runtime.console.Console} answers on a port of the
 * loopback address, {@link io.hiveactor.runtime.console.Top} asks and paints.
 *
 * <p>It looks and changes nothing. Nothing here knows a hive: what there is to see comes as plain data of package
 * diagnosis.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.runtime.console;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
