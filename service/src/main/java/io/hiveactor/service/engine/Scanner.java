package io.hiveactor.service.engine;

import io.hiveactor.ipc.Ref;
import io.hiveactor.ipc.TypedContext;
import io.hiveactor.ipc.TypedHandler;
import io.hiveactor.runtime.Monitor;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.TimerId;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a batch when a lease or a delay has ended and no other batch has come by. Never waits.
 *
 * <p>Every batch moves what is due, so on a busy node the scanner has nothing to do.
 */
final class Scanner implements TypedHandler<Scan> {
    private static final long SHORTEST_PAUSE_MS = 25;
    private static final long LONGEST_PAUSE_MS = 500;
    private static final long JITTER_MS = 10;
    /** How far service time may be lost by a crash while something is due. */
    private static final long BEAT_MS = 5_000;

    private final Ref<Commit> committer;
    private final EngineListener listener;
    private RandomGenerator random = RandomGenerator.getDefault();
    private long dueNanos = Long.MAX_VALUE;
    private long beatNanos = Long.MAX_VALUE;
    private long pauseMs = SHORTEST_PAUSE_MS;
    private @Nullable TimerId timer;

    Scanner(Ref<Commit> committer, EngineListener listener) {
        this.committer = committer;
        this.listener = listener;
    }

    @Override
    public void onStart(TypedContext<Scan> self) {
        random = self.context().newRandom();
        Monitor monitor = self.monitor(committer, exit -> new Scan.CommitterEnded()).orThrow();
        assert monitor != null;
        watch(self);
    }

    @Override
    public void onMessage(TypedContext<Scan> self, Scan message) {
        switch (message) {
            case Scan.NextDue next -> {
                long now = self.context().nowNanos();
                pauseMs = SHORTEST_PAUSE_MS;
                if (next.delayMs() == Long.MAX_VALUE) {
                    dueNanos = Long.MAX_VALUE;
                    beatNanos = Long.MAX_VALUE;
                } else {
                    dueNanos = now + TimeUnit.MILLISECONDS.toNanos(Math.max(0, next.delayMs()));
                    beatNanos = now + TimeUnit.MILLISECONDS.toNanos(BEAT_MS);
                }
                sleep(self);
            }
            case Scan.Look look -> look(self);
            case Scan.CommitterEnded ended -> watch(self);
        }
    }

    private void look(TypedContext<Scan> self) {
        timer = null;
        long now = self.context().nowNanos();
        if (now < dueNanos && now < beatNanos) {
            sleep(self);
            return;
        }
        listener.scannerWoke(Math.max(0, now - Math.min(dueNanos, now)));
        if (committer.notify(new Commit.Sweep()) == NotifyStatus.SENT) {
            dueNanos = now + TimeUnit.MILLISECONDS.toNanos(LONGEST_PAUSE_MS); // the batch says when to look again
        } else {
            listener.sweepRefused();
            pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
            dueNanos = now + TimeUnit.MILLISECONDS.toNanos(pauseMs);
        }
        sleep(self);
    }

    private void sleep(TypedContext<Scan> self) {
        TimerId running = timer;
        if (running != null) {
            self.cancel(running);
            timer = null;
        }
        long nextNanos = Math.min(dueNanos, beatNanos);
        if (nextNanos == Long.MAX_VALUE) {
            return;
        }
        long delayMs = TimeUnit.NANOSECONDS.toMillis(Math.max(0, nextNanos - self.context().nowNanos()));
        long pause = Math.clamp(delayMs + random.nextLong(JITTER_MS), 1, LONGEST_PAUSE_MS);
        timer = self.after(Duration.ofMillis(pause), new Scan.Look());
    }

    private void watch(TypedContext<Scan> self) {
        if (committer.notify(new Commit.Watch(self.ref())) != NotifyStatus.SENT) {
            // the committer is full or starting; look again soon
            TimerId retry = self.after(Duration.ofMillis(LONGEST_PAUSE_MS), new Scan.CommitterEnded());
            assert retry != null;
        }
    }
}
