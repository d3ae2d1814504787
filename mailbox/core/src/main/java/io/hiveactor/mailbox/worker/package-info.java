/**
 * The loop that takes requests from a mailbox, has them handled, answers and settles them; and dead letters. Start at
 * {@link io.hiveactor.mailbox.worker.MailboxWorker}.
 *
 * <p>A worker runs on the thread that runs it; a {@link io.hiveactor.mailbox.worker.WorkerGroup} starts virtual threads, and
 * ends them when it is closed.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.mailbox.worker;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
