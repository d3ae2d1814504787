package io.hiveactor.runtime.port;

import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.MailboxLimit;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.SendStatus;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a hive does for its sister modules, and for nobody else.
 *
 * <p><b>Threads:</b> any thread.
 */
public abstract class HivePort {
    private static volatile @Nullable Function<Hive, HivePort> access;

    protected HivePort() {}

    public static HivePort of(Hive hive) {
        return Objects.requireNonNull(access, "there is a hive, so it has been granted").apply(hive);
    }

    /** By the hive's class, once. */
    public static void grant(Function<Hive, HivePort> way) {
        access = way;
    }

    public abstract int shards();

    /** Whether the hive is being closed, or is closed: from before its actors are ended. */
    public abstract boolean isClosing();

    /** Whether this is what unwinds an actor that was killed or exits, and has to be let pass. */
    public abstract boolean isUnwinding(Throwable thrown);

    /**
     * Checks that an id belongs to this hive.
     *
     * @throws IllegalArgumentException if it does not
     */
    public abstract void checkId(ActorId id);

    /** Whether an id may lead to one actor after another. */
    public abstract boolean isReserved(ActorId id);

    /** The limit of an actor's mailbox; null for none. */
    public abstract @Nullable MailboxLimit limitOf(ActorId actor);

    /** The handler or body of an actor; null for one that has ended, or an inbox. It may be out of date. */
    public abstract @Nullable Object codeOf(ActorId actor);

    /** Sends an object for an external thread, even one that would count as bytes. */
    public abstract NotifyStatus notifyObject(ActorId to, Object message);

    /** Sends an object for an external thread, even one that would count as bytes, and waits for room. */
    public abstract SendStatus sendObject(ActorId to, Object message, Duration timeout);

    /** Withdraws what {@link Hive#atClose} was given. */
    public abstract void notAtClose(Runnable action);

    /** Has something done by a shard, behind everything that was given to it before. */
    public abstract void execute(int shard, ShardTask task);

    /**
     * Brings something to a shard in a slot of the message pool, behind everything that this thread has given to it before, and waits
     * for nothing. For a thread outside; an actor has {@link ActorPort#bring}.
     *
     * @return false if there is no slot, or the receiver admits nothing
     */
    public abstract boolean bring(int shard, SlotReceiver to, @Nullable Object object, MemorySegment bytes);

    /** Runs what may block as an actor of the runtime's own. Only by that shard. */
    public abstract void errand(int shard, Runnable work);

    /**
     * The slots of the message pool, for what lives on a shard.
     *
     * @param holder what it is, for reports
     * @param freesByItself whether it may give back what it keeps without any actor. By the shard; it must not block
     * @param onGrant called by the shard when a slot was granted that {@link ShardSlots#claimOrQueue} had to wait for
     */
    public abstract ShardSlots slots(int shard, String holder, BooleanSupplier freesByItself, Runnable onGrant);

    /** Has something done by a shard at a time that it sets; see {@link ShardTask#run} for what it may do. */
    public abstract ShardTimer timer(int shard, Runnable work);

    /** A number for a part that is observed; no other one of this hive has it. */
    public abstract int nextObservedNumber();

    /**
     * Has snapshots show a part.
     *
     * @param shard the one that owns the part and describes it
     */
    public abstract void observe(int shard, Observed part);

    /** Ends {@link #observe}; harmless if it has ended. */
    public abstract void forget(Observed part);

    /** Has snapshots show the wait of an external thread until {@link #endWait}. */
    public abstract void beginWait(ExternalWait wait);

    /** Ends {@link #beginWait}; harmless if it has ended. */
    public abstract void endWait(ExternalWait wait);

    /** When a wait of so many nanoseconds that begins now ends. */
    public abstract long deadlineIn(long nanos);

    /** Lets a thread outside wait, until it is unparked and finds that the condition holds. */
    public abstract boolean await(BooleanSupplier condition, long deadlineNanos) throws InterruptedException;
}
