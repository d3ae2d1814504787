package io.hiveactor.conformance.mailbox;

import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.Sent;
import io.hiveactor.mailbox.doubles.SteppedClock;
import io.hiveactor.mailbox.memory.MemoryConfig;
import io.hiveactor.mailbox.memory.MemoryMailbox;
import io.hiveactor.mailbox.worker.LeaseExtension;
import io.hiveactor.mailbox.worker.WorkRequest;
import io.hiveactor.mailbox.worker.WorkResult;
import io.hiveactor.mailbox.worker.WorkerConfig;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Mailboxes and a clock for a worker to be watched with. */
final class Stage {
    private static final Duration STEP = Duration.ofMinutes(1);
    private static final int MOST_STEPS = 120;

    final SteppedClock clock = new SteppedClock();
    final RecordingMailbox<WorkRequest<String>, WorkResult<String>> requests = new RecordingMailbox<>(mailbox("requests"));
    WorkerConfig<String> config = WorkerConfig.<String>standard().withClock(clock).withPollWait(Duration.ZERO)
            .withExtension(LeaseExtension.off());

    <T extends @Nullable Object, R extends @Nullable Object> MemoryMailbox<T, R> mailbox(String name) {
        return new MemoryMailbox<>(MemoryConfig.named(name).withClock(clock));
    }

    <T extends @Nullable Object> MemoryMailbox<T, Void> full(String name, T filler) {
        MemoryMailbox<T, Void> full = new MemoryMailbox<>(MemoryConfig.named(name).withClock(clock).withMaxSize(1));
        sent(full, filler);
        return full;
    }

    static <T extends @Nullable Object> void sent(Mailbox<T, ?> mailbox, T body) {
        if (!(mailbox.send(body) instanceof Sent)) {
            throw new IllegalStateException("not sent: " + body);
        }
    }

    /** After how many seconds there is a message to be seen again; null if there is none at all. */
    @Nullable Integer visibleAgainAfterSeconds(Mailbox<?, ?> mailbox) throws InterruptedException {
        if (mailbox.approximateCount() == 0) {
            return null;
        }
        for (int i = 0; i < MOST_STEPS; i++) {
            for (Delivery<?, ?> _ : mailbox.receive()) {
                return (int) (i * STEP.toSeconds());
            }
            clock.step(STEP);
        }
        throw new IllegalStateException("hidden for hours");
    }
}
