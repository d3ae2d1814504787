package io.hiveactor.mailbox;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A queue whose messages are leased: what is received is hidden from others until its lease ends, and is gone only once
 * it is acknowledged. So each message is delivered at least once, and whoever handles one must bear to see it twice.
 *
 * <p>A lease ends exactly at its time: from then on its receipt is refused, and the message is to be had again, at the
 * tail.
 *
 * <p>Arguments are checked before anything else, also on a closed mailbox, and a refused call changes nothing. Where a
 * backend cannot be reached or a body cannot be written, every call throws {@link BackendException}.
 *
 * <p><b>Threads:</b> any thread.
 *
 * @param <T> what is sent
 * @param <R> what is sent in reply
 */
public interface Mailbox<T extends @Nullable Object, R extends @Nullable Object> extends AutoCloseable {
    /** How long a lease is, unless somebody says otherwise. */
    Duration DEFAULT_LEASE = Duration.ofSeconds(30);

    /** At most so many messages come from one receive. */
    int LARGEST_BATCH = 10;

    /** What it is known by, here and, if the backend is elsewhere, there. */
    String name();

    /** What this kind of mailbox promises. */
    MailboxTraits traits();

    /** Appends a message without an address for replies. */
    default SendResult send(T body) {
        return send(body, null);
    }

    /**
     * Appends a message.
     *
     * @param replyTo where {@link Delivery#reply} sends to; a backend elsewhere keeps its name
     */
    SendResult send(T body, @Nullable Mailbox<R, ?> replyTo);

    /**
     * Appends several, in their order, in as few calls to the backend as it needs. What comes behind one for which
     * there is no room is not sent.
     *
     * @throws BackendException that tells how many are sent, if a call failed when others had been done
     */
    default List<SendResult> sendAll(List<? extends T> bodies) {
        List<SendResult> results = new ArrayList<>();
        try {
            for (T body : bodies) {
                boolean isFull = !results.isEmpty() && results.getLast() == NotSent.FULL;
                results.add(isFull ? NotSent.FULL : send(body, null));
            }
            return results;
        } catch (BackendException e) {
            throw new BackendException(
                    results.size() + " of " + bodies.size() + " are sent to mailbox " + name() + ": " + e.getMessage(), e);
        }
    }

    /** One message if one is visible, with the default lease. */
    default List<Delivery<T, R>> receive() throws InterruptedException {
        return receive(1, DEFAULT_LEASE, Duration.ZERO);
    }

    /**
     * Takes messages from the head, if need be when there are some: as soon as there is one, with whatever else is
     * visible. A message whose body the codec cannot read is left out: it stays leased, and comes again when its lease
     * ends.
     *
     * @param maxMessages taken to be at least 1 and at most {@link #LARGEST_BATCH}
     * @param lease until when others do not see them; zero for not at all
     * @param wait how long to wait for the first
     * @return empty if none came, and at once if the mailbox is or becomes closed
     * @throws IllegalArgumentException if a duration is negative, or the lease is longer than the backend allows
     */
    List<Delivery<T, R>> receive(int maxMessages, Duration lease, Duration wait) throws InterruptedException;

    /**
     * As {@link #receive(int, Duration, Duration)}, for a receiver that settles messages whose body the codec cannot
     * read, too: they are in the batch, and it returns as soon as there is a message of either kind. A backend without
     * a codec has none.
     */
    default ReceivedBatch<T, R> receiveBatch(int maxMessages, Duration lease, Duration wait)
            throws InterruptedException {
        return new ReceivedBatch<>(receive(maxMessages, lease, wait), List.of());
    }

    /** As {@link Delivery#acknowledge()}, for who has nothing but the receipt. */
    AckStatus acknowledge(String receipt);

    /** As {@link Delivery#nack(Duration)}. */
    AckStatus nack(String receipt, Duration delay);

    /** As {@link Delivery#extend(Duration)}. */
    AckStatus extend(String receipt, Duration lease);

    /** Acknowledges several, in as few calls to the backend as it needs. */
    default List<AckStatus> acknowledgeAll(List<Delivery<T, R>> deliveries) {
        List<AckStatus> results = new ArrayList<>();
        for (Delivery<T, R> delivery : deliveries) {
            results.add(delivery.acknowledge());
        }
        return results;
    }

    /** Deletes everything, also what is in flight or delayed; how many that was. Wakes no receiver. */
    long purge();

    /** Messages that are visible, in flight or delayed. */
    long approximateCount();

    /**
     * Ends receiving: whoever waits returns at once, and nobody is given anything more here. What is in flight can
     * still be settled, and leases go on ending. Sending goes on. A second close does nothing.
     */
    @Override
    void close();

    /** Whether {@link #close} was called. */
    boolean isClosed();
}
