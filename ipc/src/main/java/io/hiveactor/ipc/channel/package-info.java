/**
 * Named channels with the semantics of the HSX mailbox. Start at {@link io.hiveactor.ipc.channel.Channels}.
 *
 * <p>There are three layers. {@link io.hiveactor.ipc.channel.ChannelTable} is a state machine that somebody else drives: it
 * never blocks, a call that has to wait leaves a {@link io.hiveactor.ipc.channel.Waiter} in line, and the call that ends the
 * wait completes it; it knows no actors, starts no thread, sets no timer and does not lock. {@link
 * io.hiveactor.ipc.channel.Channels} lets the actors of a hive, and threads outside, use a table that lives on one of its
 * shards. {@link io.hiveactor.ipc.channel.Channel} is a handle with types.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.ipc.channel;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
