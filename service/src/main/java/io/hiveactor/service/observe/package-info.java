/**
 * What operators see of a running service: log lines and metrics. Start at {@link
 * io.hiveactor.service.observe.EventLog} and {@link io.hiveactor.service.observe.ServiceMetrics}.
 *
 * <p>Nothing here holds a topic, a message id, an idempotency key or a token. This package starts no thread, and takes
 * the wall clock from its caller.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.service.observe;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
