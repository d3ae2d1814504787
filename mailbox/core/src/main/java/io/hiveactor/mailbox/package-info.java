/**
 * Typed mailboxes with leases: what is received stays in the mailbox, hidden, until it is acknowledged or its lease ends.
 * Start at {@link io.hiveactor.mailbox.Mailbox}.
 *
 * <p>What every backend has in common. Nothing here knows actors or starts a thread.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.mailbox;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
