package io.hiveactor.runtime;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.diagnosis.Activity;
import io.hiveactor.runtime.diagnosis.ActorView;
import io.hiveactor.runtime.diagnosis.Resource;
import io.hiveactor.runtime.diagnosis.Wait;
import io.hiveactor.runtime.fiber.StackRoom;
import io.hiveactor.runtime.queue.Inbox;
import io.hiveactor.runtime.queue.Node;
import io.hiveactor.runtime.time.Clock;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets an external thread receive messages: it has an id that actors can send to. While it is open, the diagnosis
 * assumes that its thread may send.
 *
 * <p><b>Threads:</b> owner only, the thread that opened it.
 */
public final class ExternalInbox implements Sender, AutoCloseable {
    private final Hive hive;
    private final Mailbox mailbox;
    private final Thread owner = Thread.currentThread();
    private @Nullable Node taken;
    private @Nullable Envelope held;
    /** In debug mode: what the owner sees of {@code held}. */
    private @Nullable CheckedMessage checked;

    /** While the owner does not wait. Made here, so that its class is loaded before a thread is deep in its stack. */
    private static final Waiting NOT_WAITING = new Waiting(0, 0, 0);

    /** The owner's wait for a message. Written by the owner. */
    private volatile Waiting waiting = NOT_WAITING;

    private int waits;

    private record Waiting(int number, long sinceNanos, long deadlineNanos) {}

    ExternalInbox(Hive hive, String name, long number) {
        this.hive = hive;
        mailbox = new Mailbox(hive, name, number, owner);
    }

    /** The id that actors send to. Once the inbox is closed, sends to it return NO_TARGET. */
    public ActorId id() {
        return mailbox.id;
    }

    @Override
    public NotifyStatus notify(ActorId to, int tag, Object data) {
        checkOwner();
        Object object = Payload.objectOf(Objects.requireNonNull(data, "data"));
        return hive.outside.notify(mailbox.id, to, tag, object, Payload.bytesOf(data));
    }

    @Override
    public NotifyStatus notifyTag(ActorId to, int tag) {
        checkOwner();
        return hive.outside.notify(mailbox.id, to, tag, null, MemorySegment.NULL);
    }

    /** Sends and waits for room as long as it takes; see {@link Hive#send(ActorId, int, Object, Duration)}. */
    public SendStatus send(ActorId to, int tag, Object data) {
        return send(to, tag, data, Hive.FOREVER);
    }

    /** Sends and waits for room; see {@link Hive#send(ActorId, int, Object, Duration)}. */
    public SendStatus send(ActorId to, int tag, Object data, Duration timeout) {
        checkOwner();
        Object object = Payload.objectOf(Objects.requireNonNull(data, "data"));
        return hive.outside.send(mailbox.id, to, tag, object, Payload.bytesOf(data), timeout);
    }

    @Override
    public boolean kill(ActorId target) {
        checkOwner();
        return hive.kill(target);
    }

    @Override
    public boolean isAlive(ActorId actor) {
        return hive.isAlive(actor);
    }

    /**
     * Waits for the oldest message.
     *
     * @throws IllegalStateException if the hive is closed during the wait
     */
    @CanIgnoreReturnValue
    public Message receive() throws InterruptedException {
        Received received = receiveUntil(Clock.NEVER);
        if (received instanceof Message message) {
            return message;
        }
        throw new IllegalStateException(hive + " can send nothing more to " + mailbox.id);
    }

    /**
     * Waits for the oldest message, up to a timeout.
     *
     * @param timeout zero does not wait
     */
    public Received receive(Duration timeout) throws InterruptedException {
        long nanos = Times.nanos(timeout, "timeout");
        return nanos == 0 ? tryReceive() : receiveUntil(Clock.deadline(hive.nowNanos(), nanos));
    }

    /** Returns the oldest message, if there is one. Never waits. */
    public Received tryReceive() {
        checkOwner();
        Message message = take();
        return message == null ? NoMessage.WOULD_BLOCK : message;
    }

    private Received receiveUntil(long deadlineNanos) throws InterruptedException {
        checkOwner();
        boolean isEndless = deadlineNanos == Clock.NEVER;
        if (await(() -> hasMessage() || (isEndless && hive.isClosed()), deadlineNanos)) {
            Message message = take();
            if (message != null) {
                return message;
            }
        }
        return NoMessage.TIMEOUT;
    }

    private boolean await(BooleanSupplier hasCome, long deadlineNanos) throws InterruptedException {
        if (hasCome.getAsBoolean()) {
            return true;
        }
        waits++;
        waiting = new Waiting(waits, hive.nowNanos(), deadlineNanos);
        try {
            return hive.awaitOutside(hasCome, deadlineNanos);
        } finally {
            waiting = NOT_WAITING;
        }
    }

    /** Describes the owner's wait, if it waits. Any thread. */
    void describeWait(Consumer<ActorView> into) {
        Waiting seen = waiting;
        if (seen != NOT_WAITING) {
            var inbox = new Resource(Resource.Kind.INBOX, mailbox.id.toString(), mailbox.id.number());
            var wait = new Wait.On(inbox, "message", new Wait.AnyMessage("a message in its inbox " + mailbox.id));
            into.accept(ActorViews.ofThread(
                    owner, Activity.RECEIVING, wait, seen.number, seen.sinceNanos, seen.deadlineNanos));
        }
    }

    private boolean hasMessage() {
        return taken != null || !mailbox.queue.isEmpty();
    }

    private @Nullable Message take() {
        if (taken == null) {
            taken = mailbox.queue.takeAll();
        }
        if (!(taken instanceof Envelope message)) {
            return null;
        }
        StackRoom.require();
        releaseHeld();
        taken = message.unlink();
        held = message;
        return shown(message);
    }

    /** A message as its owner gets to see it. */
    private Message shown(Envelope message) {
        if (!hive.config().debug()) {
            return message;
        }
        var copy = new CheckedMessage(message);
        checked = copy;
        return copy;
    }

    private void releaseHeld() {
        if (checked != null) {
            checked.expire();
            checked = null;
        }
        Envelope read = held;
        if (read != null) {
            hive.outside.giveBack(read);
            held = null;
        }
    }

    private void checkOwner() {
        if (Thread.currentThread() != owner) {
            throw new WrongThreadException("inbox " + mailbox.id + " belongs to " + owner
                    + " and was used by " + Thread.currentThread());
        }
        if (mailbox.isGone()) {
            throw new IllegalStateException("inbox " + mailbox.id + " is closed");
        }
    }

    /** Closes the inbox. Messages that were not received are reported as undelivered. Closing twice has no effect. */
    @Override
    public void close() {
        if (mailbox.isGone()) {
            return;
        }
        checkOwner();
        StackRoom.require(); // closing is done once, and not half
        mailbox.setGone();
        hive.turnSendersAway(mailbox);
        hive.forget(this);
        releaseHeld();
        mailbox.discard(taken);
        taken = null;
        mailbox.discard(mailbox.queue.takeAll());
        hive.outsideChanged();
    }

    void wake() {
        LockSupport.unpark(owner);
    }

    /** The part that actors see. */
    static final class Mailbox extends Recipient {
        private final Inbox queue = new Inbox();
        private final Thread owner;

        private Mailbox(Hive hive, String name, long number, Thread owner) {
            super(hive, null, name, number, true, null);
            this.owner = owner;
        }

        /** The sender of messages from threads that have no inbox: nobody can answer. */
        static ActorId nobody(Hive hive) {
            var mailbox = new Mailbox(hive, "nobody", 0, Thread.currentThread());
            mailbox.setGone();
            return mailbox.id;
        }

        /** Whether it stands for all threads that have no inbox. */
        static boolean isNobody(ActorId id) {
            return id.number() == 0;
        }

        @Override
        void post(Envelope message) {
            hive.onEntry();
            queue.push(message);
        }

        @Override
        void wakeReader() {
            if (isGone()) { // closed since the sender looked: nobody else would give the slot back
                discard(queue.takeAll());
            }
            LockSupport.unpark(owner);
        }

        private void discard(@Nullable Node messages) {
            Node node = messages;
            while (node != null) {
                Node behind = node.unlink();
                hive.outside.undelivered((Envelope) node, id);
                node = behind;
            }
        }
    }
}
