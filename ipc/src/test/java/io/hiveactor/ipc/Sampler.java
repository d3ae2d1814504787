package io.hiveactor.ipc;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Takes stack traces of the threads that actors run on, all the time, if the build says so for this run. */
public final class Sampler {
    private static final boolean IS_ON = Boolean.getBoolean("hive.test.sampler");
    private static final Set<Thread> THREADS = ConcurrentHashMap.newKeySet();

    static {
        if (IS_ON) {
            Thread.ofPlatform().name("sampler").daemon().start(Sampler::sample);
        }
    }

    private Sampler() {}

    /** The calling actor's thread is one of those from now on. */
    public static void watchMe() {
        if (IS_ON) {
            THREADS.add(Thread.currentThread());
        }
    }

    private static void sample() {
        while (true) {
            THREADS.removeIf(thread -> !thread.isAlive());
            THREADS.forEach(Thread::getStackTrace);
        }
    }
}
