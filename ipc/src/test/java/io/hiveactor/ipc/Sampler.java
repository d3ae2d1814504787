package io.hiveactor.ipc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Takes stack traces of the threads that actors run on, all the time, if the build says so for this run. */
public final class Sampler {
    private static final boolean IS_ON = Boolean.getBoolean("hive.test.sampler");
    private static final Set<Thread> THREADS = ConcurrentHashMap.newKeySet();

    private static final Thread SAMPLER = Thread.ofPlatform().name("sampler").daemon().unstarted(Sampler::sample);
    private static volatile long traces;

    static {
        if (IS_ON) {
            SAMPLER.start();
        }
    }

    private Sampler() {}

    /** The calling actor's thread is one of those from now on. */
    public static void watchMe() {
        if (IS_ON) {
            THREADS.add(Thread.currentThread());
        }
    }

    /** Fails if it should have taken traces by now, and has not, or does so no more. */
    public static void assertItWorks() {
        assertTrue(!IS_ON || (traces > 0 && SAMPLER.isAlive()), "traces taken: " + traces + " by " + SAMPLER);
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    private static void sample() {
        while (true) {
            THREADS.removeIf(thread -> !thread.isAlive());
            for (Thread thread : THREADS) {
                if (thread.getStackTrace().length > 0) {
                    traces++;
                }
            }
        }
    }
}
