/**
 * Rows in a database. Start at {@link io.hiveactor.service.store.Store}.
 *
 * <p>A store executes batches: one transaction each, one outcome per operation. The rules are in {@code queue}; this package
 * reads and writes sets of rows. A store is used by one thread at a time, never by a virtual one.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.service.store;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
