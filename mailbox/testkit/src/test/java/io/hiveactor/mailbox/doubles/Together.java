package io.hiveactor.mailbox.doubles;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/** The same work by several threads, which begin at once. */
final class Together {
    private static final long LIMIT_SECONDS = 30;

    private Together() {}

    /** @throws java.util.concurrent.ExecutionException if the work fails in one of them */
    static void run(int threads, IntConsumer work) throws Exception {
        var start = new CyclicBarrier(threads);
        List<Future<?>> all = new ArrayList<>();
        try (var executor = Executors.newFixedThreadPool(threads)) {
            for (int i = 0; i < threads; i++) {
                int number = i;
                all.add(executor.submit(() -> {
                    start.await(LIMIT_SECONDS, TimeUnit.SECONDS);
                    work.accept(number);
                    return number;
                }));
            }
            for (Future<?> each : all) {
                each.get(LIMIT_SECONDS, TimeUnit.SECONDS);
            }
        }
    }
}
