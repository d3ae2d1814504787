/**
 * Capabilities: who may do what. Start at {@link io.hiveactor.service.capability.Authority}.
 *
 * <p>A capability is a macaroon: a bearer token whose holder can add caveats, and so narrow it, but never remove one.
 * The service holds the root keys and checks every request against the token, the revocations and the time. This
 * package reads no clock, starts no thread, takes no lock, and stores no token; only
 * {@link io.hiveactor.service.capability.KeyFile} touches a file.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.service.capability;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
