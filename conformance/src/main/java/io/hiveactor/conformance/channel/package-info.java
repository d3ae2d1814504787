/**
 * Replays recorded HSX mailbox operations against a channel table and compares the results. Start at
 * {@link io.hiveactor.conformance.channel.Vectors}.
 *
 * <p>It drives the table directly, without actors or threads, and sets the time that the table reads.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.conformance.channel;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
