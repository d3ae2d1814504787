package io.hiveactor.runtime.port;

import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.DeferredReply;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageFilter;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.ReplyStatus;
import io.hiveactor.runtime.RequestResult;
import io.hiveactor.runtime.SendStatus;
import io.hiveactor.runtime.Source;
import io.hiveactor.runtime.StartRequestResult;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The waiting calls of an actor, as the engine has them.
 *
 * <p>A payload is an object, or null and bytes. A deadline is in the hive's time: 0 does not wait, {@link #NEVER} waits
 * for as long as it takes.
 *
 * <p><b>Threads:</b> owner only, the actor's own code.
 */
public interface ActorPort {
    /** Every {@link io.hiveactor.runtime.ActorContext} is one. */
    interface Holder {
        ActorPort port();

        /** Sends an object, even one that would count as bytes, and never waits. */
        NotifyStatus notifyObject(ActorId to, int tag, Object message);
    }

    long NEVER = Long.MAX_VALUE;

    Hive hive();

    /** When a wait of so many nanoseconds that begins now ends. */
    long deadlineIn(long nanos);

    /** The deadline of a wait that begins now: 0 for a timeout of zero. */
    long deadlineIn(Duration timeout);

    /** The number of the actor's shard, from 0. */
    int shard();

    /** 0 is the highest. */
    int priority();

    /** What a part above keeps for this actor. */
    @Nullable Object attachment(Tenant of);

    void attach(Tenant to, Object attachment);

    /** Checks that the actor's own code calls, and that its stack has room to finish what it begins. */
    void enter();

    /**
     * The same, for what an actor does again and again: now and then it lets the actor's neighbours run.
     *
     * @return what that leaves of the timeout, see {@link Timeouts#after}
     */
    long enterReceive(long timeoutNanos);

    /** As {@link #enterReceive}, for the next round of who has entered already, no deeper in its stack than it did that. */
    void goOn();

    Pause pause();

    /**
     * Brings something to another shard in a slot of the message pool, behind everything that the actor has given to it before, and
     * waits for nothing. By an actor that has entered.
     *
     * @return false if there is no slot, or the receiver admits nothing
     */
    boolean bring(int shard, SlotReceiver to, @Nullable Object object, MemorySegment bytes);

    /** Has something done when the actor ends, by its shard; see {@link ShardTask#run} for what it may do. */
    void atEnd(Runnable last);

    /** A message to this actor that a sister module can give it, and give again. */
    Notice notice(int tag, Object object);

    /** Says what a wait for a source is a wait for. */
    void isExplainedBy(Source source, Explained what);

    SendStatus send(ActorId to, int tag, @Nullable Object object, MemorySegment bytes, long deadlineNanos);

    /**
     * Sends, and looks at the clock only if it has to wait: most sends need not, and it would cost as much as the rest.
     *
     * @param nanos how long it may wait; 0 not at all, {@link Timeouts#FOREVER} without end
     */
    SendStatus sendWithin(ActorId to, int tag, @Nullable Object object, MemorySegment bytes, long nanos);

    /** Whether an actor or an external thread has sent a message: no tick, no EXIT, no change of a name, no notice. */
    boolean isFromSender(Message message);

    /**
     * Reports a message that this actor has received and that is not of its type: it is counted, and handed to the
     * listener as undelivered. A request ends as dropped.
     *
     * @param isLogged whether a warning is logged as well
     */
    void refuseType(Message message, Class<?> expected, boolean isLogged);

    /** The oldest message that a filter takes, or null if there was none until the deadline. */
    @Nullable Message receive(MessageFilter filter, long deadlineNanos);

    /**
     * Waits for the first of several sources, without taking anything from it; no filters.
     *
     * @return its index, or -1 if none was ready until the deadline
     */
    int select(Source[] sources, long deadlineNanos);

    /**
     * Sends a request that carries an object, even one that would count as bytes, and waits for the reply's object.
     *
     * @param timeout covers the wait for room and the wait for the reply; zero is a bug
     */
    <A> RequestResult<A> requestObject(ActorId to, Object question, Duration timeout);

    /** As {@link #requestObject}, without waiting for the reply. */
    <A> StartRequestResult<A> startRequestObject(ActorId to, Object question, Duration timeout);

    /** Answers the request last received with an object. */
    ReplyStatus replyObject(Message request, Object answer);

    /** Hands the request last received on with another object in its place; the receiver answers it. */
    NotifyStatus forwardObject(Message request, ActorId to, Object other);

    /**
     * Hands the message last received on to another actor, in its own slot; a request with the right to reply. Never waits.
     *
     * @return SENT; or NO_TARGET, or MAILBOX_FULL: then the message is still this actor's
     */
    NotifyStatus handOver(Message message, ActorId to);

    /** Keeps the right to answer the request last received, with an object. */
    <A> DeferredReply<A> deferObject(Message request);
}
