package io.hiveactor.testkit;

import java.lang.reflect.Method;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.TestAbortedException;

/** Runs the tests of {@link HiveTest}. */
public final class SeedsExtension extends RepeatingExtension {
    /** Called by JUnit. */
    public SeedsExtension() {}

    @Override
    String displayName(Method method) {
        int seeds = annotation(method).seeds();
        return seeds == 1 ? "one seed" : seeds + " seeds";
    }

    @Override
    void runAll(ExtensionContext context, Method method, TestRuns runs) throws Throwable {
        HiveTest how = annotation(method);
        if (how.seeds() < 1) {
            throw new IllegalArgumentException("seeds must be positive: " + how.seeds());
        }
        Seed given = method.getAnnotation(Seed.class);
        boolean isReplay = given != null || System.getProperty(TestRuntime.SEED_PROPERTY) != null;
        int count = isReplay ? 1 : how.seeds();
        for (int i = 1; i <= count; i++) {
            long seed = given == null ? TestRuntime.freshSeed() : given.value();
            try {
                run(how, seed, runs);
            } catch (TestAbortedException aborted) {
                throw aborted;
            } catch (Throwable failure) {
                String command = command(context.getRequiredTestClass(), method, TestRuntime.SEED_PROPERTY, seed);
                throw new AssertionError(failure.getMessage() + "\n\nSeed " + seed + ", run " + i + " of " + count
                        + ". Replay it with: " + command + "\n", failure);
            }
        }
    }

    private static void run(HiveTest how, long seed, TestRuns runs) throws Throwable {
        int shards = how.shards() == 0 ? HiveExtension.shardsOf(seed) : how.shards();
        var config = TestRuntime.config().shards(shards).debug(how.debug()).build();
        try (var runtime = new TestRuntime(config, seed)) {
            runs.run(runtime);
        }
    }

    private static HiveTest annotation(Method method) {
        return AnnotationSupport.findAnnotation(method, HiveTest.class).orElseThrow();
    }
}
