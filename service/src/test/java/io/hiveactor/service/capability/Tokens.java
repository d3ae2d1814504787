package io.hiveactor.service.capability;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/** Keys and tokens for tests. */
final class Tokens {
    static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");
    static final String ID = "1.k1.1.01JAR0Z5V8QX3M7T4N9C2E6H0D";
    static final String BEFORE = "time < 2027-01-01T00:00:00Z";
    static final List<String> CAVEATS = List.of("op = send,recv,ack,nack,extend", "topic = orders.*", BEFORE);

    private Tokens() {}

    /** The bytes 00 to 1f. */
    static byte[] secret() {
        var secret = new byte[RootKey.BYTES];
        for (int i = 0; i < secret.length; i++) {
            secret[i] = (byte) i;
        }
        return secret;
    }

    static RootKey key() {
        return new RootKey("k1", 1, KeyState.ACTIVE, NOW, secret());
    }

    static KeyRing ring(RootKey... keys) {
        return new KeyRing(List.of(keys));
    }

    static Macaroon macaroon(String identifier, List<String> caveats) {
        Macaroon macaroon = key().sign(identifier);
        for (String caveat : caveats) {
            macaroon = macaroon.attenuate(caveat);
        }
        return macaroon;
    }

    static String token(String... caveats) {
        return macaroon(ID, Arrays.asList(caveats)).token();
    }

    static String latin1(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
