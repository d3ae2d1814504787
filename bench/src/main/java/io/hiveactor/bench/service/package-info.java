/**
 * Load on the message service and on two other brokers, each in a process of its own. Start at {@link
 * io.hiveactor.bench.service.ServiceWorkload}.
 *
 * <p>Every broker listens on loopback and keeps its files in a temporary folder. Load comes from platform threads of this
 * process over one socket each. This package knows nothing of rounds and tables.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.bench.service;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
