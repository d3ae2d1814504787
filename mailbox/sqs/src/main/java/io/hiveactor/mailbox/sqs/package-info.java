/**
 * Mailboxes on Amazon SQS, or on whatever speaks as it does. Start at {@link io.hiveactor.mailbox.sqs.SqsMailbox}.
 *
 * <p>The client is the user's: nothing here makes one, configures one or closes one. The only threads are virtual ones, each for
 * a single receive.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.mailbox.sqs;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
