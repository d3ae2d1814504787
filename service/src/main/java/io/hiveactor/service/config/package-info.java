/**
 * The service's configuration: keys, their text forms, sources and precedence. Start at {@link
 * io.hiveactor.service.config.ConfigSource}, which reads a {@link io.hiveactor.service.config.ServiceConfig}.
 *
 * <p>{@code Keys} is the only list of keys: reading, validation, help and documentation are made from it. This package
 * writes no file, starts no thread and watches nothing.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.service.config;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
