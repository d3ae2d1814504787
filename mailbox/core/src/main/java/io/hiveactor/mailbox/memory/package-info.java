/**
 * Mailboxes in memory. Start at {@link io.hiveactor.mailbox.memory.MemoryMailbox}.
 *
 * <p>Nothing here starts a thread: leases end by the clock, and whoever calls next, or waits, sees it.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.mailbox.memory;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
