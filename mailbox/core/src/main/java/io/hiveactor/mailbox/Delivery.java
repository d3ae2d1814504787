package io.hiveactor.mailbox;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message as it was delivered once. Delivered again, it is another object with another receipt.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class Delivery<T extends @Nullable Object, R extends @Nullable Object> {
    /** How a backend settles one delivery. */
    public interface Settlement {
        AckStatus acknowledge();

        AckStatus nack(Duration delay);

        AckStatus extend(Duration lease);

        /** What identifies the delivery. */
        String receipt();

        /** How an answer is sent to the address for replies: here, and by whoever asks. */
        default <R extends @Nullable Object> SendResult answer(Mailbox<R, ?> replyTo, R answer) {
            return replyTo.send(answer);
        }
    }

    private final String id;
    private final T body;
    private final int deliveryCount;
    private final Instant enqueuedAt;
    private final @Nullable Mailbox<R, ?> replyTo;
    private final @Nullable String unresolved;
    private final Settlement settlement;
    private volatile boolean isFinalized;

    public Delivery(
            String id, T body, int deliveryCount, Instant enqueuedAt, @Nullable Mailbox<R, ?> replyTo, Settlement settlement) {
        this(id, body, deliveryCount, enqueuedAt, replyTo, null, settlement);
    }

    /**
     * @param unresolved the name of the mailbox for replies, if one was given and {@code replyTo} could not be found
     *     by it
     */
    public Delivery(
            String id, T body, int deliveryCount, Instant enqueuedAt, @Nullable Mailbox<R, ?> replyTo,
            @Nullable String unresolved, Settlement settlement) {
        this.id = Objects.requireNonNull(id, "id");
        this.body = body;
        this.deliveryCount = deliveryCount;
        this.enqueuedAt = Objects.requireNonNull(enqueuedAt, "enqueuedAt");
        this.replyTo = replyTo;
        this.unresolved = unresolved;
        this.settlement = Objects.requireNonNull(settlement, "settlement");
    }

    /** This delivery, as it was received, with another way to settle it. */
    public Delivery<T, R> settledBy(Settlement other) {
        return new Delivery<>(id, body, deliveryCount, enqueuedAt, replyTo, unresolved, other);
    }

    /** Of the message, the same at each delivery. */
    public String id() {
        return id;
    }

    /** The message. */
    public T body() {
        return body;
    }

    /** Proof of this delivery; no other one has it. */
    public String receipt() {
        return settlement.receipt();
    }

    /** Which delivery of the message this is; the first is 1. */
    public int deliveryCount() {
        return deliveryCount;
    }

    /** When the message was sent. */
    public Instant enqueuedAt() {
        return enqueuedAt;
    }

    /** Where replies go; null if none was given, or its name is not known here. */
    public @Nullable Mailbox<R, ?> replyTo() {
        return replyTo;
    }

    /** The name of the mailbox for replies, known here or not; null if none was given. */
    public @Nullable String replyToName() {
        return replyTo == null ? unresolved : replyTo.name();
    }

    /**
     * Sends an answer, any number of them until this delivery is acknowledged or given back. Does not look at the
     * lease: two deliveries of one message may both answer.
     */
    public ReplyResult reply(R answer) {
        if (isFinalized) {
            return NotReplied.FINALIZED;
        }
        Mailbox<R, ?> to = replyTo;
        if (to == null) {
            return unresolved == null ? NotReplied.NO_ADDRESS : NotReplied.UNKNOWN_ADDRESS;
        }
        return switch (settlement.answer(to, answer)) {
            case Sent sent -> sent;
            case NotSent.FULL -> NotReplied.FULL;
        };
    }

    /** Deletes the message: it is done. */
    public AckStatus acknowledge() {
        return finalized(settlement.acknowledge());
    }

    /** Gives it back at once, to the tail. */
    public AckStatus nack() {
        return nack(Duration.ZERO);
    }

    /**
     * Gives it back, to be seen again after a delay, whatever was left of the lease.
     *
     * @throws IllegalArgumentException if the delay is negative, or longer than the backend allows
     */
    public AckStatus nack(Duration delay) {
        return finalized(settlement.nack(delay));
    }

    /**
     * Lets the lease end so long from now, later or sooner than it would have.
     *
     * @throws IllegalArgumentException if the lease is negative, or longer than the backend allows
     */
    public AckStatus extend(Duration lease) {
        return settlement.extend(lease);
    }

    /** Whether an acknowledge or a nack of this object has succeeded. */
    public boolean isFinalized() {
        return isFinalized;
    }

    private AckStatus finalized(AckStatus status) {
        if (status == AckStatus.DONE) {
            isFinalized = true;
        }
        return status;
    }

    @Override
    public String toString() {
        return "delivery " + deliveryCount + " of " + id;
    }
}
