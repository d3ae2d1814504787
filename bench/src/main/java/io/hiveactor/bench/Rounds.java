package io.hiveactor.bench;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs the contestants of one workload in turns, so that whatever the machine does meanwhile, it does to all.
 */
final class Rounds {
    private static final int WARM_UP_ROUNDS = 5;

    private final int rounds;
    private final long limitNanos;
    private final Consumer<String> progress;
    private final SharedScheduler scheduler = new SharedScheduler();

    /** @param limitNanos after so long a workload starts no further round, once each has had three */
    Rounds(int rounds, long limitNanos, Consumer<String> progress) {
        this.rounds = rounds;
        this.limitNanos = limitNanos;
        this.progress = progress;
    }

    List<Result> measure(List<Entry> entries) throws InterruptedException {
        long start = System.nanoTime();
        var contestants = new ArrayList<Contestant>();
        try {
            for (Entry entry : entries) {
                contestants.add(scheduler.start(entry.start()));
            }
            for (int i = 0; i < WARM_UP_ROUNDS; i++) {
                for (int c = 0; c < contestants.size(); c++) {
                    progress.accept("warm-up " + (i + 1) + "/" + WARM_UP_ROUNDS + " " + name(entries.get(c)));
                    scheduler.isFor(contestants.get(c));
                    contestants.get(c).prepare(entries.get(c).operations());
                    contestants.get(c).run(entries.get(c).operations());
                }
            }
            return inTurns(entries, contestants, start);
        } finally {
            contestants.forEach(scheduler::close);
        }
    }

    private List<Result> inTurns(List<Entry> entries, List<Contestant> contestants, long start)
            throws InterruptedException {
        List<Samples> samples = entries.stream().map(Samples::new).toList();
        int done = 0;
        while (done < rounds && (done < 3 || System.nanoTime() - start < limitNanos)) {
            for (int c = 0; c < contestants.size(); c++) {
                progress.accept("round " + (done + 1) + "/" + rounds + " " + name(entries.get(c)));
                Contestant contestant = contestants.get(c);
                scheduler.isFor(contestant);
                contestant.prepare(entries.get(c).operations());
                long allocatedBefore = allocated();
                long nanos = contestant.run(entries.get(c).operations());
                samples.get(c).add(nanos, allocated() - allocatedBefore, contestant.figures());
            }
            done++;
        }
        return samples.stream().map(Samples::result).toList();
    }

    private static String name(Entry entry) {
        return entry.workload() + " " + entry.system();
    }

    private static long allocated() {
        var threads = ManagementFactory.getPlatformMXBean(com.sun.management.ThreadMXBean.class);
        return threads.getTotalThreadAllocatedBytes();
    }
}
