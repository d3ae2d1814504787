package io.hiveactor.runtime.fiber;

import java.lang.management.ManagementFactory;
import jdk.management.VirtualThreadSchedulerMXBean;

/**
 * Room on the JDK's scheduler for shards that run there. A shard's loop is busy for long, and as many busy
 * loops as there are carriers would starve every other virtual thread of the JVM.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class SchedulerRoom implements AutoCloseable {
    private static final Object LOCK = new Object();

    private final int threads;
    private boolean taken;

    private SchedulerRoom(int threads, boolean taken) {
        this.threads = threads;
        this.taken = taken;
    }

    /** Raises the scheduler's parallelism by so many threads, until closed. */
    public static SchedulerRoom take(int threads) {
        return new SchedulerRoom(threads, raise(threads));
    }

    /** Whether the JVM agreed. If not, a busy loop has to make room from time to time. */
    public boolean isGranted() {
        return taken;
    }

    @Override
    public void close() {
        synchronized (LOCK) {
            if (taken) {
                taken = !raise(-threads);
            }
        }
    }

    private static boolean raise(int threads) {
        synchronized (LOCK) {
            try {
                var scheduler = ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
                int before = scheduler.getParallelism();
                scheduler.setParallelism(Math.max(1, before + threads));
                return scheduler.getParallelism() == before + threads;
            } catch (RuntimeException e) {
                return false; // refused, or a scheduler without this knob: the loops make room themselves
            }
        }
    }
}
