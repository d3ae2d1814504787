package io.hiveactor.ipc.codec;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;

/** Seconds as a long, and nanoseconds from 0 as an int. */
final class Times {
    private static final int NANOS_PER_SECOND = 1_000_000_000;

    private Times() {}

    static void put(ByteBuffer out, Instant instant) {
        out.putLong(instant.getEpochSecond()).putInt(instant.getNano());
    }

    static void put(ByteBuffer out, Duration duration) {
        out.putLong(duration.getSeconds()).putInt(duration.getNano());
    }

    static Instant getInstant(ByteBuffer in) {
        long seconds = in.getLong();
        if (seconds < Instant.MIN.getEpochSecond() || seconds > Instant.MAX.getEpochSecond()) {
            throw new MalformedMessage("seconds are beyond every instant: " + seconds);
        }
        return Instant.ofEpochSecond(seconds, getNanos(in));
    }

    static Duration getDuration(ByteBuffer in) {
        return Duration.ofSeconds(in.getLong(), getNanos(in));
    }

    private static int getNanos(ByteBuffer in) {
        int nanos = in.getInt();
        if (nanos < 0 || nanos >= NANOS_PER_SECOND) { // else two payloads would stand for one value
            throw new MalformedMessage("nanoseconds must be 0 to 999999999: " + nanos);
        }
        return nanos;
    }
}
