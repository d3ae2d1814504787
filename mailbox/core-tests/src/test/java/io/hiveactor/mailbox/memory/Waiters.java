package io.hiveactor.mailbox.memory;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Eventually;
import io.hiveactor.mailbox.MailboxClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Those who wait in a random run: which of them must end by now, and what the model says to how they ended. */
final class Waiters {
    private enum End { WITH_MESSAGES, EMPTY, INTERRUPTED }

    /** Tells the model what a receive gave. */
    interface Took {
        void took(List<Delivery<String, String>> batch, int most, Duration lease);
    }

    private static final class Waiter {
        final int most;
        final Duration lease;
        final long deadlineNanos;
        final Receivers.Receiver receiver;
        boolean isInterrupted;

        Waiter(int most, Duration lease, long deadlineNanos, Receivers.Receiver receiver) {
            this.most = most;
            this.lease = lease;
            this.deadlineNanos = deadlineNanos;
            this.receiver = receiver;
        }

        boolean hasEnded() {
            return receiver.result.isDone();
        }
    }

    private final MailboxClock clock;
    private final MailboxModel model;
    private final Took told;
    private final Receivers receivers;
    private final List<Waiter> waiters = new ArrayList<>();
    private final Set<String> ends = new TreeSet<>();

    Waiters(MailboxClock clock, MemoryMailbox<String, String> mailbox, MailboxModel model, Took told) {
        this.clock = clock;
        this.model = model;
        this.told = told;
        receivers = new Receivers(mailbox);
    }

    int count() {
        return waiters.size();
    }

    /** In which ways they have ended so far. */
    Set<String> ends() {
        return ends;
    }

    void start(int most, Duration lease, Duration wait) {
        long deadlineNanos = MailboxClock.after(clock.nanos(), wait);
        waiters.add(new Waiter(most, lease, deadlineNanos, receivers.start(most, lease, wait)));
    }

    void interrupt(int index) {
        Waiter waiter = waiters.get(index);
        waiter.isInterrupted = true;
        waiter.receiver.thread.interrupt();
    }

    /** Until nobody waits who must not, and the model knows what the others got. */
    void settle() {
        var arrived = new ArrayList<Waiter>();
        var empty = new ArrayList<Waiter>();
        Eventually.holds(() -> {
            collect(arrived, empty);
            return arrived.isEmpty() && waiters.stream().noneMatch(this::mustEnd);
        }, () -> waiters.size() + " wait on, and " + arrived.size() + " have got what did not come next");
        assertTrue(empty.isEmpty() || model.isClosed || !model.hasVisible(), "one went empty although there was a message");
    }

    private void collect(List<Waiter> arrived, List<Waiter> empty) {
        List<Waiter> ended = waiters.stream().filter(Waiter::hasEnded).toList();
        waiters.removeAll(ended);
        for (Waiter each : ended) {
            End end = endOf(each);
            ends.add(end.name());
            var _ = switch (end) {
                case WITH_MESSAGES -> arrived.add(each);
                case EMPTY -> empty.add(each);
                case INTERRUPTED -> true;
            };
        }
        Optional<Waiter> next = nextOf(arrived);
        while (next.isPresent()) {
            Waiter one = next.get();
            told.took(one.receiver.got(), one.most, one.lease);
            arrived.remove(one);
            next = nextOf(arrived);
        }
    }

    /** Who got what comes next; none also if he has it, but has not yet come here. */
    private Optional<Waiter> nextOf(List<Waiter> arrived) {
        return arrived.stream().filter(each -> model.isNext(each.receiver.got().getFirst())).findFirst();
    }

    private boolean mustEnd(Waiter waiter) {
        return mayGoEmpty(waiter) || waiter.isInterrupted || model.hasVisible();
    }

    private boolean mayGoEmpty(Waiter waiter) {
        return model.isClosed || waiter.deadlineNanos <= clock.nanos();
    }

    /** How a wait ended; without a message only if there is a reason. */
    private End endOf(Waiter waiter) {
        if (waiter.receiver.result.isCompletedExceptionally()) {
            assertInstanceOf(InterruptedException.class, waiter.receiver.result.exceptionNow());
            assertTrue(waiter.isInterrupted, "nobody interrupted it");
            return End.INTERRUPTED;
        }
        if (waiter.receiver.got().isEmpty()) {
            assertTrue(mayGoEmpty(waiter), "it went before its time");
            return End.EMPTY;
        }
        return End.WITH_MESSAGES;
    }
}
