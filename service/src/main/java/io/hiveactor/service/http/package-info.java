/**
 * The HTTP side of the service. Start at {@link io.hiveactor.service.http.HttpServer}.
 *
 * <p>Reads requests strictly, checks capabilities, turns requests into operations and outcomes into answers. It keeps
 * no state of messages.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.service.http;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
