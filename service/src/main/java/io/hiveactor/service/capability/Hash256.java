package io.hiveactor.service.capability;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * 32 bytes as a value: a signature, or the hash of a token. Its text shows none of them.
 *
 * <p><b>Threads:</b> immutable.
 */
record Hash256(long a, long b, long c, long d) {
    static final int BYTES = 32;

    static Hash256 of(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("32 bytes are needed: " + bytes.length);
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new Hash256(buffer.getLong(), buffer.getLong(), buffer.getLong(), buffer.getLong());
    }

    static Hash256 sha256(String token) {
        try {
            return of(MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    byte[] bytes() {
        return ByteBuffer.allocate(BYTES).putLong(a).putLong(b).putLong(c).putLong(d).array();
    }

    /** Takes the same time wherever the two differ. */
    boolean isSameAs(Hash256 other) {
        return MessageDigest.isEqual(bytes(), other.bytes());
    }

    @Override
    public String toString() {
        return "Hash256[hidden]";
    }
}
