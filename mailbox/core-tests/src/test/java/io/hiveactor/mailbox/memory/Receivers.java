package io.hiveactor.mailbox.memory;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Receives that wait, each in a virtual thread of its own. */
final class Receivers {
    /** One receive and how it ended. */
    static final class Receiver {
        final CompletableFuture<List<Delivery<String, String>>> result = new CompletableFuture<>();
        Thread thread;

        List<Delivery<String, String>> got() {
            return result.resultNow();
        }

        String body() {
            return got().getFirst().body();
        }
    }

    private final MemoryMailbox<String, String> mailbox;
    private final List<Receiver> all = new ArrayList<>();

    Receivers(MemoryMailbox<String, String> mailbox) {
        this.mailbox = mailbox;
    }

    /** Starts one; when this returns it waits, or has ended. */
    @CanIgnoreReturnValue
    Receiver start(int maxMessages, Duration lease, Duration wait) {
        var receiver = new Receiver();
        receiver.thread = Thread.ofVirtual().start(() -> {
            try {
                receiver.result.complete(mailbox.receive(maxMessages, lease, wait));
            } catch (Throwable e) { // handed on to whoever looks at the result
                receiver.result.completeExceptionally(e);
            }
        });
        all.add(receiver);
        Eventually.holds(() -> mailbox.waiting() == unfinished(), () -> mailbox.waiting() + " wait of " + unfinished());
        return receiver;
    }

    /** How many have not ended. */
    long unfinished() {
        return all.stream().filter(each -> !each.result.isDone()).count();
    }

    /** Until as many as that have not ended, and those wait. */
    void awaitUnfinished(int count) {
        Eventually.holds(() -> unfinished() == count && mailbox.waiting() == count,
                () -> unfinished() + " have not ended, not " + count);
    }
}
