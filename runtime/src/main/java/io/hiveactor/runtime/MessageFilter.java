package io.hiveactor.runtime;

import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which messages a selective receive takes: those that meet every criterion given.
 *
 * <pre>{@code
 * MessageFilter answer = MessageFilter.any().from(worker).tag(DONE);
 * }</pre>
 *
 * <p>Two filters are equal if their criteria are; predicates are compared by identity. A filter does not look again at
 * messages it has refused, so keep a filter with a predicate instead of making one for each receive.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class MessageFilter extends Source {
    private static final MessageFilter ANY = new MessageFilter(null, null, false, 0, null);

    private final @Nullable ActorId from;
    private final @Nullable MessageClass messageClass;
    private final boolean hasTag;
    private final int tag;
    private final @Nullable Predicate<? super Message> predicate;

    private MessageFilter(
            @Nullable ActorId from,
            @Nullable MessageClass messageClass,
            boolean hasTag,
            int tag,
            @Nullable Predicate<? super Message> predicate) {
        this.from = from;
        this.messageClass = messageClass;
        this.hasTag = hasTag;
        this.tag = tag;
        this.predicate = predicate;
    }

    /** Returns the filter that takes every message. */
    public static MessageFilter any() {
        return ANY;
    }

    /** Adds a criterion: messages from one sender. */
    public MessageFilter from(ActorId sender) {
        return new MessageFilter(Objects.requireNonNull(sender, "sender"), messageClass, hasTag, tag, predicate);
    }

    /** Adds a criterion: messages of one class. */
    public MessageFilter ofClass(MessageClass wanted) {
        return new MessageFilter(from, Objects.requireNonNull(wanted, "class"), hasTag, tag, predicate);
    }

    /** Ticks of one timer. */
    public static MessageFilter tickOf(TimerId timer) {
        Objects.requireNonNull(timer, "timer");
        return ANY.ofClass(MessageClass.TIMER).where(message -> message.isTickOf(timer));
    }

    /** Adds a criterion: messages with one tag. */
    public MessageFilter tag(int wanted) {
        return new MessageFilter(from, messageClass, true, wanted, predicate);
    }

    /**
     * Adds a criterion: messages that a predicate accepts. The receiving actor calls it for each message that meets the
     * other criteria, usually once. It must not receive.
     */
    public MessageFilter where(Predicate<? super Message> accepts) {
        return new MessageFilter(from, messageClass, hasTag, tag, Objects.requireNonNull(accepts, "predicate"));
    }

    /** The one sender, if there is one. */
    @Nullable ActorId sender() {
        return from;
    }

    /** Whether nothing but a tick of the receiver's own timers meets it. */
    boolean isForTicksOnly() {
        return messageClass == MessageClass.TIMER;
    }

    /** Whether a tick of the receiver's own timers may meet it. */
    boolean mayTakeTicksOf(Actor receiver) {
        return (messageClass == null || messageClass == MessageClass.TIMER)
                && (!hasTag || tag == 0)
                && (from == null || from == receiver.id);
    }

    /** All but the predicate. */
    boolean fits(Envelope message) {
        return (from == null || message.sender == from)
                && (!hasTag || message.tag == tag)
                && (messageClass == null || message.messageClass() == messageClass);
    }

    @Nullable Predicate<? super Message> predicate() {
        return predicate;
    }

    /** Never asked: an actor looks into its own mailbox. */
    @Override
    protected boolean isReady() {
        throw new UnsupportedOperationException("a filter is asked by its actor");
    }

    @Override
    protected void arm(WakeUp wakeUp) {}

    @Override
    protected void disarm(WakeUp wakeUp) {}

    @Override
    public boolean equals(@Nullable Object other) {
        return other == this || (other instanceof MessageFilter that && from == that.from && messageClass == that.messageClass
                && hasTag == that.hasTag && tag == that.tag && predicate == that.predicate);
    }

    @Override
    public int hashCode() {
        return Objects.hash(from, messageClass, hasTag, tag, predicate);
    }

    @Override
    public String toString() {
        return "messages" + (from == null ? "" : " from " + from)
                + (messageClass == null ? "" : " of class " + messageClass)
                + (hasTag ? " with tag " + tag : "")
                + (predicate == null ? "" : " that a predicate takes");
    }
}
