/**
 * The subcommands {@code cap} and {@code keys} of {@code hive service}. Start at
 * {@link io.hiveactor.service.command.CapabilityCommands}.
 *
 * <p>They work on the keys file and on tokens, offline; only a revocation calls a running service. A token is read from
 * standard input or the environment, never from an option, where other users of the machine could see it. This package
 * reads no clock.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.service.command;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
