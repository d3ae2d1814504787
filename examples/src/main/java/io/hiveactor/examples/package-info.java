/** Complete small programs, one class each, run by {@code ./hive example <name>}. */
@NullMarked
@CheckReturnValue
package io.hiveactor.examples;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
