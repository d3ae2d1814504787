/**
 * The rules of a message's life, as values and pure functions. Start at {@link io.hiveactor.service.queue.Transitions}.
 *
 * <p>Rows and operations in, rows and outcomes out. This package reads no clock, starts no thread, does no I/O and knows no
 * database; both stores and the tests use it.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.service.queue;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
