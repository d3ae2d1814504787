package io.hiveactor.service.capability;

import io.hiveactor.service.queue.Ulid;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The identifier of a token, {@code 1.<kid>.<epoch>.<cap_id>}.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param kid the id of its root key
 * @param epoch the epoch of that key when the token was minted; a revocation of the key ends all smaller ones
 * @param capId names this token and all that are derived from it
 */
public record TokenId(String kid, int epoch, Ulid capId) {
    static final Pattern KID = Pattern.compile("[a-z0-9-]{1,32}");
    static final Pattern EPOCH = Pattern.compile("0|[1-9][0-9]{0,8}");

    private static final Pattern FORM = Pattern.compile("1\\.(" + KID + ")\\.(" + EPOCH + ")\\.([0-9A-Z]{26})");
    private static final int SHOWN = 8;

    /** Returns null unless the text is exactly what {@link #toString()} writes. */
    static @Nullable TokenId parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return null;
        }
        Ulid capId = Ulid.parse(matcher.group(3));
        return capId == null ? null : new TokenId(matcher.group(1), Integer.parseInt(matcher.group(2)), capId);
    }

    /** As much of the cap_id as logs show. */
    String capIdPrefix() {
        return capId.toString().substring(0, SHOWN);
    }

    @Override
    public String toString() {
        return "1." + kid + "." + epoch + "." + capId;
    }
}
