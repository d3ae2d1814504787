package io.hiveactor.mailbox.contract;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.Sent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** One check's look at a backend: its mailboxes, which are closed afterwards, and short words for what it does. */
final class Visit implements AutoCloseable {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final ContractSubject subject;
    private final List<Mailbox<?, ?>> opened = new ArrayList<>();
    final String name = "contract-" + UUID.randomUUID();
    final Mailbox<String, String> mailbox;

    Visit(ContractSubject subject) {
        this.subject = subject;
        mailbox = closedLater(subject.open(name));
    }

    private Mailbox<String, String> closedLater(Mailbox<String, String> one) {
        opened.add(one);
        return one;
    }

    Mailbox<String, String> limited(int maxSize) {
        return closedLater(subject.openLimited("limited-" + name, maxSize));
    }

    Mailbox<String, String> replies() {
        return closedLater(subject.openReplies("replies-" + name));
    }

    boolean has(Promise promise) {
        return !subject.lacks().contains(promise);
    }

    /** So many units of time. */
    Duration units(int count) {
        return subject.unit().multipliedBy(count);
    }

    void pass(Duration time) throws InterruptedException {
        subject.pass(time);
    }

    @CanIgnoreReturnValue
    String send(String body) {
        if (mailbox.send(body) instanceof Sent sent) {
            return sent.id();
        }
        throw new AssertionError("not sent: " + body);
    }

    @CanIgnoreReturnValue
    Delivery<String, String> receiveOne(Duration lease) throws InterruptedException {
        return one(mailbox.receive(1, lease, units(5)));
    }

    static Delivery<String, String> one(List<Delivery<String, String>> batch) {
        Check.equal(1, batch.size());
        return batch.getFirst();
    }

    @CanIgnoreReturnValue
    List<Delivery<String, String>> receiveNow(int most, Duration lease) throws InterruptedException {
        return mailbox.receive(most, lease, Duration.ZERO);
    }

    static List<String> bodies(List<Delivery<String, String>> batch) {
        return batch.stream().map(Delivery::body).toList();
    }

    /** A receive in a thread of its own, which has begun. */
    CompletableFuture<List<Delivery<String, String>>> receiveLater(int most, Duration lease, Duration wait)
            throws InterruptedException {
        var result = new CompletableFuture<List<Delivery<String, String>>>();
        Thread thread = Thread.ofVirtual().start(() -> {
            try {
                result.complete(mailbox.receive(most, lease, wait));
            } catch (Throwable e) { // handed on to whoever asks for the result
                result.completeExceptionally(e);
            }
        });
        awaitRest(thread);
        return result;
    }

    /** Until a thread waits, for the server or for a message; or has ended. */
    static void awaitRest(Thread thread) {
        long start = System.nanoTime();
        while (thread.getState() == Thread.State.NEW || thread.getState() == Thread.State.RUNNABLE) {
            Check.isTrue(System.nanoTime() - start < LIMIT_NANOS, "it never waits: " + thread);
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() {
        opened.forEach(Mailbox::close);
    }
}
