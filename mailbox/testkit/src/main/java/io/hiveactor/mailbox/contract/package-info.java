/**
 * What every mailbox must do, as checks that the tests of any backend can run. Start at
 * {@link io.hiveactor.mailbox.contract.MailboxContract}.
 *
 * <p>The checks depend on no test framework: a failed check throws an {@link AssertionError}.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.mailbox.contract;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
