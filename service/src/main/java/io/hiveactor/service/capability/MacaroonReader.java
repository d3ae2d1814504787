package io.hiveactor.service.capability;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the version 2 binary form of a macaroon, strictly: minimal lengths, the limits of {@link Macaroon}, no field
 * out of place and no trailing bytes.
 *
 * <p><b>Threads:</b> owner only; one object reads one token.
 */
final class MacaroonReader {
    static final int VERSION = 2;
    static final int END = 0;
    static final int LOCATION = 1;
    static final int IDENTIFIER = 2;
    static final int VERIFICATION = 4;
    static final int SIGNATURE = 6;

    private final byte[] bytes;
    private int next;

    MacaroonReader(byte[] bytes) {
        this.bytes = bytes;
    }

    Macaroon read() throws MalformedTokenException {
        expect(VERSION);
        String location = optional(LOCATION);
        String identifier = field(IDENTIFIER);
        expect(END);
        List<Macaroon.Packet> caveats = caveats();
        expect(END);
        String signature = field(SIGNATURE);
        if (signature.length() != Hash256.BYTES) {
            throw new MalformedTokenException("a signature has 32 bytes");
        }
        if (next != bytes.length) {
            throw new MalformedTokenException("bytes follow the signature");
        }
        return new Macaroon(location, identifier, caveats,
                Hash256.of(signature.getBytes(StandardCharsets.ISO_8859_1)));
    }

    private List<Macaroon.Packet> caveats() throws MalformedTokenException {
        var caveats = new ArrayList<Macaroon.Packet>();
        while (peek() != END) {
            if (caveats.size() == Macaroon.MAX_CAVEATS) {
                throw new MalformedTokenException("a token has at most " + Macaroon.MAX_CAVEATS + " caveats");
            }
            caveats.add(caveat());
        }
        return caveats;
    }

    private Macaroon.Packet caveat() throws MalformedTokenException {
        String location = optional(LOCATION);
        String identifier = field(IDENTIFIER);
        String verification = optional(VERIFICATION);
        expect(END);
        if (location != null && verification == null) {
            throw new MalformedTokenException("only a third-party caveat has a location");
        }
        return new Macaroon.Packet(identifier, verification, location);
    }

    private @Nullable String optional(int type) throws MalformedTokenException {
        return peek() == type ? field(type) : null;
    }

    private String field(int type) throws MalformedTokenException {
        expect(type);
        int length = length();
        if (length > bytes.length - next) {
            throw new MalformedTokenException("the token is cut off");
        }
        var text = new String(bytes, next, length, StandardCharsets.ISO_8859_1);
        next += length;
        return text;
    }

    /** A varint of one or two bytes: no field is longer than 1,024 bytes. */
    private int length() throws MalformedTokenException {
        int low = read1();
        if (low < 0x80) {
            return low;
        }
        int high = read1();
        int length = high << 7 | (low & 0x7F);
        if (high == 0 || high >= 0x80 || length > Macaroon.MAX_FIELD) {
            throw new MalformedTokenException("a field has a wrong length");
        }
        return length;
    }

    private void expect(int type) throws MalformedTokenException {
        if (read1() != type) {
            throw new MalformedTokenException("the token is no macaroon of version 2");
        }
    }

    private int peek() throws MalformedTokenException {
        if (next == bytes.length) {
            throw new MalformedTokenException("the token is cut off");
        }
        return bytes[next] & 0xFF;
    }

    private int read1() throws MalformedTokenException {
        int value = peek();
        next++;
        return value;
    }
}
