/**
 * A durable store-and-forward message service. Start at {@link io.hiveactor.service.ServiceMain}.
 *
 * <p>A message is stored before it is answered, handed out under a lease, taken back when the lease ends, and moved to the
 * dead letters when it keeps failing. Packages, each depending only on those before it: {@code config}, {@code queue} (the
 * rules, pure), {@code store} (rows in a database), {@code capability} (who may do what), {@code engine} (the actors),
 * {@code http}.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.service;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
