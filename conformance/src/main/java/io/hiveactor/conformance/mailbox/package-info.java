/**
 * Replays recorded operations of a reference mailbox against our in-memory mailbox, worker and test doubles and compares
 * the results. Start at {@link io.hiveactor.conformance.mailbox.Vectors}.
 *
 * <p>It uses only the public API of mailboxes, with a clock that moves only when it is stepped.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.conformance.mailbox;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
