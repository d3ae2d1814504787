package io.hiveactor.service.capability;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A token taken apart; nothing in it is verified. Fields are bytes, held as ISO 8859-1 text, one character a byte.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param location a hint that no signature covers; ignored
 * @param identifier the text that the root key signs
 * @param caveats what narrows the token, in order
 * @param signature the last signature of the chain
 */
record Macaroon(@Nullable String location, String identifier, List<Packet> caveats, Hash256 signature) {
    /** The longest token, in characters. */
    static final int MAX_TOKEN = 4096;
    static final int MAX_CAVEATS = 64;
    /** The longest field, in bytes. */
    static final int MAX_FIELD = 1024;

    /**
     * One caveat as it is encoded.
     *
     * @param identifier its text
     * @param verification the VID that makes it a third-party caveat, or null
     * @param location where the third party is, or null
     */
    record Packet(String identifier, @Nullable String verification, @Nullable String location) {
        static Packet firstParty(String text) {
            return new Packet(text, null, null);
        }

        /** Returns null if it is a third-party caveat or none of our grammar. */
        @Nullable Caveat asCaveat() {
            return verification == null ? Caveat.parse(identifier) : null;
        }
    }

    Macaroon {
        caveats = List.copyOf(caveats);
    }

    /** Accepts exactly the texts that {@link #token()} writes. */
    static Macaroon parse(String token) throws MalformedTokenException {
        if (token.length() > MAX_TOKEN) {
            throw new MalformedTokenException("a token has at most " + MAX_TOKEN + " characters");
        }
        Macaroon macaroon = new MacaroonReader(decode(token)).read();
        // Refuses padding and unused bits that are set, which the decoder accepts.
        if (!token.equals(macaroon.token())) {
            throw new MalformedTokenException("the token is not encoded as its content would be");
        }
        return macaroon;
    }

    /** The token: base64url without padding. */
    String token() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(MacaroonWriter.write(this));
    }

    /** This token with one more caveat; needs no key. */
    Macaroon attenuate(String caveat) {
        Packet packet = Packet.firstParty(caveat);
        var more = new ArrayList<>(caveats);
        more.add(packet);
        return new Macaroon(location, identifier, more, HmacChain.next(signature, packet));
    }

    private static byte[] decode(String token) throws MalformedTokenException {
        try {
            return Base64.getUrlDecoder().decode(token.getBytes(StandardCharsets.ISO_8859_1));
        } catch (IllegalArgumentException _) {
            throw new MalformedTokenException("the token is not base64url");
        }
    }
}
