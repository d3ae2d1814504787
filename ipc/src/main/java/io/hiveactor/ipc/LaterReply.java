package io.hiveactor.ipc;

import io.hiveactor.runtime.ReplyStatus;
import io.hiveactor.runtime.port.ActorPort;
import io.hiveactor.runtime.port.ReplyRight;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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
     * @throws WrongThreadException if another thread than its actor answers, as the callback of a future does
     */
    public ReplyStatus reply(Object data) {
        MemorySegment bytes = Payload.bytesOf(Objects.requireNonNull(data, "data"));
        return answer(Payload.objectOf(data), bytes);
    }

    /** Answers with an object, even if it is one that would count as bytes. */
    ReplyStatus replyObject(Object answer) {
        return answer(answer, MemorySegment.NULL);
    }

    private ReplyStatus answer(@Nullable Object object, MemorySegment bytes) {
        try {
            return port.reply(right, object, bytes);
        } catch (WrongThreadException refusal) {
            throw Callbacks.refused("a request", refusal);
        }
    }
}
