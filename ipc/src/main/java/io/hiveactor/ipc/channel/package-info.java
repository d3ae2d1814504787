/**
 * Named channels with the semantics of the HSX mailbox. Start at {@link io.hiveactor.ipc.channel.Channels}.
 *
 * <p>There are three layers. {@code ChannelTable}, which is internal, is a state machine: it never blocks; a call that
 * has to wait leaves a {@code Waiter} in line, and the call that ends the wait completes it. It knows no actors, starts
 * no thread, sets no timer and takes no lock. {@link io.hiveactor.ipc.channel.Channels} puts a table on one shard of a
 * hive, for its actors and for external threads. {@link io.hiveactor.ipc.channel.Channel} is a typed handle.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.ipc.channel;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
