package io.hiveactor.bench;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/** The scripts of a mailbox in Redis, called by hand: what the client and the server take, without anything of ours. */
final class RawScripts {
    private static final String[] KEYS = {
        "{queue:raw}:pending", "{queue:raw}:invisible", "{queue:raw}:data", "{queue:raw}:meta", "{queue:raw}:call:raw"
    };
    private static final String LANE_MILLIS = "65000";
    private static final String TTL_MILLIS = "259200000";
    private static final String LEASE_MICROS = "3600000000";

    private final RedisCommands<String, String> commands;
    private final String send;
    private final String receive;
    private final String acknowledge;
    private long calls;

    RawScripts(RedisCommands<String, String> commands) {
        this.commands = commands;
        send = commands.scriptLoad(text("send"));
        receive = commands.scriptLoad(text("receive"));
        acknowledge = commands.scriptLoad(text("acknowledge"));
    }

    private static String text(String name) {
        return read("prelude.lua") + read(name + ".lua");
    }

    private static String read(String resource) {
        try (InputStream in = RawScripts.class.getClassLoader().getResourceAsStream("io/hiveactor/mailbox/redis/" + resource)) {
            if (in == null) {
                throw new IllegalStateException("missing: " + resource);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A send, a receive and an acknowledge. */
    void cycle(String body) {
        String id = UUID.randomUUID().toString();
        String sent = commands.evalsha(send, ScriptOutputType.VALUE, KEYS, next(), LANE_MILLIS, TTL_MILLIS, "queue:raw", "0", "",
                id, body);
        List<Object> got = commands.evalsha(receive, ScriptOutputType.MULTI, KEYS, next(), LANE_MILLIS, TTL_MILLIS, "queue:raw",
                "1", LEASE_MICROS, "raw." + calls);
        String done = commands.evalsha(acknowledge, ScriptOutputType.VALUE, KEYS, next(), LANE_MILLIS, TTL_MILLIS, "queue:raw",
                id, "raw." + (calls - 1));
        if (!"1".equals(sent) || !id.equals(got.get(2)) || !"1".equals(done)) {
            throw new IllegalStateException("lost: " + sent + ", " + got + ", " + done);
        }
    }

    private String next() {
        calls++;
        return Long.toString(calls);
    }
}
