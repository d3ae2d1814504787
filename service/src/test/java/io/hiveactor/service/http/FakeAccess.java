package io.hiveactor.service.http;

import io.hiveactor.service.capability.Op;
import io.hiveactor.service.queue.Lapse;
import io.hiveactor.service.queue.Ulid;
import java.util.EnumSet;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;

/** Knows one token, {@code good}, and what it may do. */
final class FakeAccess implements AccessCheck, Grant {
    static final String TOKEN = "Bearer good";
    static final Ulid CAPABILITY = Ulid.parse("01JAR0Z5V8QX3M7T4N9C2E6H0D");

    volatile Set<Op> allowed = EnumSet.allOf(Op.class);
    volatile Predicate<String> topics = topic -> true;
    volatile boolean allowsEveryTopic = true;
    volatile long maxBytes = Long.MAX_VALUE;
    volatile long waitMs;
    volatile int taken;
    volatile Lapse lapse = Lapse.NONE;
    volatile Denied recheck;

    @Override
    public Verdict check(String authorization, Op permission) {
        if (authorization == null || !authorization.startsWith("Bearer ")) {
            return denied(401, "missing");
        }
        if (!authorization.equals(TOKEN)) {
            return denied(401, "signature");
        }
        return allowed.contains(permission) ? new Granted(this) : denied(403, "op");
    }

    @Override
    public OptionalInt revokingEpoch(String kid) {
        return kid.equals("k1") ? OptionalInt.of(2) : OptionalInt.empty();
    }

    @Override
    public Ulid capability() {
        return CAPABILITY;
    }

    @Override
    public Lapse lapse() {
        return lapse;
    }

    @Override
    public boolean allowsTopic(String topic) {
        return topics.test(topic);
    }

    @Override
    public Denied checkTopic(String topic) {
        return allowsTopic(topic) ? null : denied(403, "topic");
    }

    @Override
    public Denied checkEveryTopic() {
        return allowsEveryTopic ? null : denied(403, "topic");
    }

    @Override
    public Denied checkPayload(long bytes) {
        return bytes <= maxBytes ? null : denied(403, "max_bytes");
    }

    @Override
    public long tryTake(int cost) {
        taken = cost;
        return waitMs;
    }

    @Override
    public Denied recheck() {
        return recheck;
    }

    static Denied denied(int status, String reason) {
        return new Denied(status, reason, "no: " + reason, null, null);
    }
}
