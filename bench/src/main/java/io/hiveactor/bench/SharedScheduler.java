package io.hiveactor.bench;

import java.lang.management.ManagementFactory;
import java.util.IdentityHashMap;
import java.util.function.Supplier;
import jdk.management.VirtualThreadSchedulerMXBean;

/**
 * The JDK's scheduler of virtual threads, which all contestants share. A hive without the flag adds carriers to it while it is
 * open; the others run with as many as if it were not there.
 *
 * <p><b>Threads:</b> the referee's.
 */
final class SharedScheduler {
    private final VirtualThreadSchedulerMXBean scheduler =
            ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
    private final int alone = scheduler.getParallelism();
    private final IdentityHashMap<Contestant, Integer> added = new IdentityHashMap<>();

    /** Starts a contestant. */
    Contestant start(Supplier<Contestant> start) {
        Contestant contestant = start.get();
        added.put(contestant, scheduler.getParallelism() - alone);
        scheduler.setParallelism(alone);
        return contestant;
    }

    /** The next round is this contestant's. */
    void isFor(Contestant contestant) {
        scheduler.setParallelism(alone + added.getOrDefault(contestant, 0));
    }

    /** Ends a contestant, which takes away what it has added. */
    void close(Contestant contestant) {
        isFor(contestant);
        contestant.close();
        scheduler.setParallelism(alone);
    }
}
