package io.hiveactor.service.capability;

import org.jspecify.annotations.Nullable;

/**
 * The request is refused. Holds nothing of the token but the two parts that logs may show.
 *
 * @param status 401 or 403
 * @param code {@code E_CAP_AUTH} or {@code E_CAP_SCOPE}
 * @param reason {@link DenialReason#wire()}
 * @param message a sentence for the client
 * @param kid the key's id, or null if the token has no readable identifier
 * @param capIdPrefix the first 8 characters of the cap_id, or null likewise
 */
public record Denied(int status, String code, String reason, String message,
        @Nullable String kid, @Nullable String capIdPrefix) implements AuthorityResult {}
