package io.hiveactor.service.http;

import io.hiveactor.service.capability.Op;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a request may do by its {@code Authorization} header.
 *
 * <p><b>Threads:</b> any thread; no call waits.
 */
public interface AccessCheck {
    /**
     * Checks token, revocation, time, audience, node and operation. ACK and NACK are granted to lapsed capabilities
     * too.
     */
    Verdict check(@Nullable String authorization, Op permission);

    /** Returns the epoch that revokes all capabilities minted by a key so far; empty if there is no such key. */
    OptionalInt revokingEpoch(String kid);

    /** The result of a check. */
    sealed interface Verdict {}

    /** The request may go on. */
    record Granted(Grant grant) implements Verdict {}

    /**
     * The request is refused.
     *
     * @param status 401 or 403
     * @param reason the word for it in the answer
     * @param message for people; must not contain a token
     * @param kid key of the capability, if it is known
     * @param capIdPrefix as much of its id as logs show
     */
    record Denied(
            int status, String reason, String message, @Nullable String kid, @Nullable String capIdPrefix)
            implements Verdict {}
}
