package io.hiveactor.runtime;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.fiber.StackRoom;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The right to answer a request after the actor has received other messages. The requester waits until it is used, until
 * its own timeout, or until the actor that deferred the reply ends.
 *
 * <p><b>Threads:</b> any thread, and any actor, may reply; once. A thread that is going to should be announced with
 * {@link Hive#expectExternal}, or the diagnosis may report the requester as stuck; {@link #replyFrom} announces its stage.
 *
 * @param <A> the answer
 */
public final class DeferredReply<A> {
    /*
     * The room for the reply belongs to the shard of the actor that was asked. A reply from elsewhere is brought there,
     * where the room may belong to another request by then: the correlation tells.
     */
    private final Actor owner;
    /** Null if the requester had stopped waiting when the reply was deferred. */
    private final @Nullable AnswerRoom room;
    private final long correlation;
    private final boolean isTyped;
    private final AtomicBoolean isUsed = new AtomicBoolean();

    /** @param isTyped whether an answer is an object, even if it could be taken for bytes */
    DeferredReply(Actor owner, @Nullable AnswerRoom room, long correlation, boolean isTyped) {
        this.owner = owner;
        this.room = room;
        this.correlation = correlation;
        this.isTyped = isTyped;
    }

    /**
     * Answers the request. Never waits.
     *
     * @return SENT, or NOT_WAITING if the requester has ended or stopped waiting; from another thread or actor than the one
     *     that deferred the reply, SENT means that the reply is on its way, and a late one is counted as such
     * @throws IllegalStateException if it was answered already
     */
    @CanIgnoreReturnValue
    public ReplyStatus reply(A answer) {
        Object data = Objects.requireNonNull(answer, "answer");
        Object object = isTyped ? data : Payload.objectOf(data);
        MemorySegment bytes = isTyped ? MemorySegment.NULL : Payload.bytesOf(data);
        if (bytes.byteSize() > owner.home.pool.maxPayload()) {
            return ReplyStatus.TOO_LARGE;
        }
        boolean isOwner = owner.isRunningHere();
        StackRoom.require();
        if (!isUsed.compareAndSet(false, true)) {
            throw new IllegalStateException("a request can be answered once: request " + correlation);
        }
        try {
            return isOwner ? owner.port().reply(room, correlation, object, bytes) : replyFromElsewhere(object, bytes);
        } catch (RuntimeException unreadable) { // bytes whose memory is closed, or another thread's
            isUsed.set(false);
            throw unreadable;
        }
    }

    private ReplyStatus replyFromElsewhere(@Nullable Object object, MemorySegment bytes) {
        if (room == null || owner.isGone()) {
            return ReplyStatus.NOT_WAITING;
        }
        owner.home.push(new Arrival(this, object, bytes));
        return ReplyStatus.SENT;
    }

    /**
     * Answers the request when a stage completes, whichever thread completes it. Until then the diagnosis knows that an
     * answer may come from outside the hive.
     *
     * @param toAnswer makes the answer from the value, or from the failure. If it throws, that is logged, and the request ends
     *     with {@link NoReply.Reason#DROPPED}
     */
    public <T extends @Nullable Object> void replyFrom(
            CompletionStage<T> stage, BiFunction<? super @Nullable T, ? super @Nullable Throwable, ? extends A> toAnswer) {
        Objects.requireNonNull(toAnswer, "toAnswer");
        Objects.requireNonNull(stage, "stage");
        ExternalSource source = owner.hive.expectExternal("the future behind request " + correlation + " to " + owner.id);
        CompletionStage<T> ignored = stage.whenComplete((value, failure) -> {
            try (source) {
                if (reply(toAnswer.apply(value, failure)) == ReplyStatus.TOO_LARGE) {
                    throw new IllegalArgumentException("the answer is larger than maxPayload");
                }
            } catch (Throwable bug) { // of the callback; its thread is not ours to end
                Hive.log(Level.ERROR, owner.id + " cannot answer request " + correlation + " from a future", bug);
                if (isUsed.compareAndSet(false, true)) {
                    owner.home.push(new Refusal(this));
                }
            }
        });
        assert ignored != null;
    }

    @Override
    public String toString() {
        return "deferred reply to request " + correlation;
    }

    /** Ends the request without an answer, at the shard of the actor that deferred the reply. */
    static final class Refusal extends Command {
        private final DeferredReply<?> right;

        Refusal(DeferredReply<?> right) {
            this.right = right;
        }

        @Override
        void arrive(Shard shard) {
            right.owner.port().refuse(right.room, right.correlation);
        }
    }

    /** Brings a reply to the shard of the actor that deferred it. */
    static final class Arrival extends Command {
        private final DeferredReply<?> right;
        private final @Nullable Object object;
        private final byte[] bytes;

        Arrival(DeferredReply<?> right, @Nullable Object object, MemorySegment bytes) {
            this.right = right;
            this.object = object;
            this.bytes = bytes.toArray(ValueLayout.JAVA_BYTE);
        }

        @Override
        void arrive(Shard shard) {
            ReplyStatus ignored =
                    right.owner.port().reply(right.room, right.correlation, object, MemorySegment.ofArray(bytes));
            assert ignored != ReplyStatus.TOO_LARGE;
        }
    }
}
