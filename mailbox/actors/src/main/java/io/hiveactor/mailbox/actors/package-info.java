/**
 * Mailboxes for actors, and actors for mailboxes. Start at {@link io.hiveactor.mailbox.actors.MailboxFeed}, which feeds an actor
 * from a mailbox, or at {@link io.hiveactor.mailbox.actors.ActorMailbox}, with which an actor takes from one itself.
 *
 * <p>Nothing here starts a thread or keeps a message: what an actor has not settled when it ends comes again to another.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.mailbox.actors;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
