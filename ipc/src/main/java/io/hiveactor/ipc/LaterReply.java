package io.hiveactor.ipc;

import io.hiveactor.runtime.ReplyStatus;
import io.hiveactor.runtime.port.ActorPort;
import io.hiveactor.runtime.port.ReplyRight;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * The right to answer a request later than before the next receive. Whoever asked waits until then, or until this actor
 * ends.
 *
 * <p><b>Threads:</b> owner only, the actor that was asked.
 */
public final class LaterReply {
    private final ActorPort port;
    private final ReplyRight right;

    LaterReply(ActorPort port, ReplyRight right) {
        this.port = port;
        this.right = right;
    }

    /**
     * Answers.
     *
     * @param data bytes ({@code byte[]}, {@code ByteBuffer}, {@code MemorySegment}), which are copied, or an object
     * @throws IllegalStateException if it was answered already
     */
    public ReplyStatus reply(Object data) {
        MemorySegment bytes = Payload.bytesOf(Objects.requireNonNull(data, "data"));
        return port.reply(right, Payload.objectOf(data), bytes);
    }

    /** Answers with an object, even if it is one that would count as bytes. */
    ReplyStatus replyObject(Object answer) {
        return port.reply(right, answer, MemorySegment.NULL);
    }
}
