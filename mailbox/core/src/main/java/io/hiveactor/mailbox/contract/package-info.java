/**
 * What every mailbox has to do, as checks that a test of any backend can run. Start at
 * {@link io.hiveactor.mailbox.contract.MailboxContract}.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.mailbox.contract;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
