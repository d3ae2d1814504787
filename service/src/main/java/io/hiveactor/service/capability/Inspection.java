package io.hiveactor.service.capability;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a token says, for people. Says nothing about time or revocation.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param lines the identifier, each caveat, and what is known about the signature
 * @param signature what is known about the signature
 */
public record Inspection(List<String> lines, Signature signature) {
    /** What is known about the signature of a token. */
    public enum Signature {
        /** There are no keys, or not the one that the token names. */
        NOT_CHECKED,
        VALID,
        INVALID
    }

    /** Looks at a token, by the keys if there are any. */
    public static Inspection of(String token, @Nullable KeyRing keys) throws MalformedTokenException {
        Macaroon macaroon = Macaroon.parse(token);
        var lines = new ArrayList<String>();
        TokenId id = TokenId.parse(macaroon.identifier());
        if (id == null) {
            throw new MalformedTokenException("its identifier is not of this service");
        }
        lines.add("cap_id " + id.capId());
        lines.add("key " + id.kid() + ", epoch " + id.epoch());
        macaroon.caveats().forEach(packet -> lines.add(line(packet)));
        RootKey key = keys == null ? null : keys.find(id.kid());
        if (key == null) {
            lines.add("signature not checked" + (keys == null ? "" : ": there is no key " + id.kid()));
            return new Inspection(List.copyOf(lines), Signature.NOT_CHECKED);
        }
        boolean isValid = key.signatures(macaroon).getLast().isSameAs(macaroon.signature());
        lines.add("signature " + (isValid ? "valid" : "invalid"));
        return new Inspection(List.copyOf(lines), isValid ? Signature.VALID : Signature.INVALID);
    }

    /** An unknown caveat can hold any bytes; those that a terminal could act on are shown as a question mark. */
    private static String line(Macaroon.Packet packet) {
        String text = packet.identifier().replaceAll("[^ -~]", "?");
        return packet.asCaveat() != null ? "caveat " + text : "caveat " + text + " (unknown: the service refuses it)";
    }
}
