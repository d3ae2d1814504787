package io.hiveactor.mailbox.sqs;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.MailboxClock;
import io.hiveactor.mailbox.MailboxTraits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The hold on one delivered message. <b>Threads:</b> any thread. */
final class SqsLease implements Delivery.Settlement {
    /*
     * SQS lets a message be deleted by a receipt that is over, as long as nobody else got it, and on a standard queue says
     * yes even if somebody did. So the lease is kept here too: from its end by our clock, and once it was settled, the
     * server is not asked. Of an extension our clock starts when we ask, so that its end is never later here than there. Of
     * a receive it starts when the message has come, since there is no telling when in a long poll it left: there our end is
     * later by one way of the answer, and in between the server decides.
     *
     * One call at a time, so that of two who settle it one is told that it came too late.
     */
    private final SqsQueue queue;
    private final MailboxTraits traits;
    private final MailboxClock clock;
    private final String handle;
    private long endNanos;
    private boolean isSettled;
    /** What a call for several has brought, until the delivery asks. */
    private @Nullable AckStatus answer;

    SqsLease(SqsQueue queue, MailboxTraits traits, MailboxClock clock, String handle, long endNanos) {
        this.queue = queue;
        this.traits = traits;
        this.clock = clock;
        this.handle = handle;
        this.endNanos = endNanos;
    }

    String handle() {
        return handle;
    }

    synchronized boolean isOver() {
        return isSettled || clock.nanos() >= endNanos;
    }

    /** The next acknowledge need not ask the server. */
    synchronized void answered(AckStatus status) {
        answer = status;
    }

    @Override
    public synchronized AckStatus acknowledge() {
        AckStatus known = answer;
        answer = null;
        if (known == null) {
            known = isOver() ? AckStatus.LEASE_ENDED : queue.delete(handle);
        }
        return settled(known);
    }

    @Override
    public synchronized AckStatus nack(Duration delay) {
        traits.checkLease(delay, "the delay");
        return isOver() ? AckStatus.LEASE_ENDED : settled(queue.hide(handle, Seconds.roundedUp(delay)));
    }

    private AckStatus settled(AckStatus status) {
        isSettled |= status == AckStatus.DONE;
        return status;
    }

    @Override
    public synchronized AckStatus extend(Duration lease) {
        traits.checkLease(lease, "the lease");
        if (isOver()) {
            return AckStatus.LEASE_ENDED;
        }
        int seconds = Seconds.roundedUp(lease);
        long askedNanos = clock.nanos();
        AckStatus status = queue.hide(handle, seconds);
        if (status == AckStatus.DONE) {
            endNanos = MailboxClock.after(askedNanos, Duration.ofSeconds(seconds));
        }
        return status;
    }

    @Override
    public String receipt() {
        return Receipt.of(queue.name(), handle);
    }
}
