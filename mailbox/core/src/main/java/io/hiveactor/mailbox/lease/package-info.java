/**
 * Extends leases while a worker reports progress. Start at {@link io.hiveactor.mailbox.lease.Heartbeat}.
 *
 * <p>Exported only to our own {@code conformance}, which replays recorded extensions. Users set
 * {@code WorkerConfig.withExtension} and call {@code Attempt.beat}. This package starts no threads.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.mailbox.lease;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
