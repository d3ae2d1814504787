/**
 * Named channels of bytes, with the semantics of the HSX mailbox. Start at {@link
 * io.hiveactor.ipc.channel.ChannelTable}.
 *
 * <p>The table is a state machine that somebody else drives. It never blocks: a call that has to wait leaves a
 * {@link io.hiveactor.ipc.channel.Waiter} in line, and the call that ends the wait completes it. Nothing here knows
 * actors, starts a thread, sets a timer or locks.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.ipc.channel;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
