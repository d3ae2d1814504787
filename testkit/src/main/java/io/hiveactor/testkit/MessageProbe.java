package io.hiveactor.testkit;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageClass;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An actor that keeps a copy of every message it receives, with its sender, class and tag. {@link Probe} is the typed
 * one.
 *
 * <p><b>Threads:</b> owner only, the test's thread.
 */
public final class MessageProbe {
    private final TestRuntime runtime;
    private final Deque<Seen> seen = new ArrayDeque<>();
    private final ActorId id;

    MessageProbe(TestRuntime runtime, ActorConfig config) {
        this.runtime = runtime;
        id = runtime.hive().spawn((self, message) -> seen.add(Seen.copyOf(message)), config);
    }

    /** The id of the probe's actor, to send to. */
    public ActorId id() {
        return id;
    }

    /** What has come and was not looked at yet, the oldest first. */
    public List<Seen> received() {
        runtime.runUntilBlocked();
        return new ArrayList<>(seen);
    }

    /**
     * The oldest message that was not looked at yet.
     *
     * @throws AssertionError if there is none
     */
    public Seen next() {
        runtime.runUntilBlocked();
        Seen oldest = seen.poll();
        if (oldest == null) {
            throw new AssertionError("probe " + id + " has received nothing (seed " + runtime.seed() + ")");
        }
        return oldest;
    }

    /** Looks at the oldest message and fails unless it carries an equal object. */
    public void expect(Object object) {
        Seen oldest = next();
        if (!Objects.equals(oldest.object(), object)) {
            throw new AssertionError(
                    "probe " + id + " expected " + object + " but got " + oldest + " (seed " + runtime.seed() + ")");
        }
    }

    /** Fails if there is a message that was not looked at. */
    public void expectNothing() {
        List<Seen> left = received();
        if (!left.isEmpty()) {
            throw new AssertionError(
                    "probe " + id + " expected nothing but got " + left + " (seed " + runtime.seed() + ")");
        }
    }

    /**
     * A copy of a message.
     *
     * @param sender who sent it
     * @param messageClass its class
     * @param tag the sender's mark
     * @param correlation the timer's number, for a tick
     * @param bytes its payload
     * @param object its object, if it carried one
     */
    public record Seen(ActorId sender, MessageClass messageClass, int tag, long correlation,
            List<Byte> bytes, @Nullable Object object) {
        static Seen copyOf(Message message) {
            var bytes = new ArrayList<Byte>(message.length());
            for (byte value : message.bytes().toArray(ValueLayout.JAVA_BYTE)) {
                bytes.add(value);
            }
            return new Seen(message.sender(), message.messageClass(), message.tag(), message.correlation(),
                    List.copyOf(bytes), message.object());
        }
    }
}
