package io.hiveactor.mailbox.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What the server does in one step. The texts are resources beside this class. */
enum Script {
    SEND("send"),
    RECEIVE("receive"),
    UNRECEIVE("unreceive"),
    ACKNOWLEDGE("acknowledge"),
    NACK("nack"),
    EXTEND("extend"),
    PURGE("purge");

    /** How many messages a queue has; reads only, so it needs nothing of what the others begin with. */
    static final String COUNT = "return redis.call('LLEN', KEYS[1]) + redis.call('ZCARD', KEYS[2])";

    final String text;
    final String digest;

    Script(String resource) {
        text = read("prelude.lua") + read(resource + ".lua");
        digest = digest(text);
    }

    private static String read(String resource) {
        try (InputStream in = Script.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("missing from this program: " + resource);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(resource, e);
        }
    }

    /** As the server names scripts. */
    private static String digest(String text) {
        try {
            byte[] bytes = MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-1", e);
        }
    }
}
