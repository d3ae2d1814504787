/**
 * The way into a shard for everybody else. Start at {@link io.hiveactor.runtime.queue.Inbox}.
 *
 * <p>What is queued is its own link, so an inbox is unbounded without allocating; its bound is the number
 * of nodes that exist. Nothing here knows actors, parks, or starts a thread.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.runtime.queue;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
