/**
 * The actors of the service. Start at {@link io.hiveactor.service.engine.Engine}.
 *
 * <p>A request enters through {@link io.hiveactor.service.engine.Entrance}, passes the worker of its shard, which refuses what
 * it cannot hold, and reaches the committer, whose mailbox is the next transaction. Nobody here waits to send, so there is no
 * cycle of waits; the store is used only inside {@code offload}.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.service.engine;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
