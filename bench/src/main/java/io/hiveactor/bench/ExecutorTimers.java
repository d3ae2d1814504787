package io.hiveactor.bench;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Tasks of a {@link ScheduledThreadPoolExecutor} with one thread. */
final class ExecutorTimers {
    private final ScheduledThreadPoolExecutor executor =
            new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().name("timers").factory());

    private final TimerLoad load = new TimerLoad();

    private ExecutorTimers() {}

    static Contestant with(int pending) {
        var timers = new ExecutorTimers();
        for (int i = 0; i < pending; i++) {
            timers.schedule(timers.load.pendingNanos());
        }
        return new Flood(timers.load.tally, operations -> timers.executor.execute(() -> timers.begin(operations)),
                timers.executor::shutdownNow);
    }

    private void begin(int operations) {
        for (int i = load.begin(operations); i > 0; i--) {
            schedule(load.delayNanos());
        }
    }

    private void fire() {
        if (load.fired()) {
            schedule(load.delayNanos());
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // a task that fails is missed at the end of the round
    private void schedule(long delayNanos) {
        executor.schedule(this::fire, delayNanos, TimeUnit.NANOSECONDS);
    }
}
