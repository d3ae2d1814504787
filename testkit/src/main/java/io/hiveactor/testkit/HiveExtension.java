package io.hiveactor.testkit;

import java.lang.annotation.Annotation;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * Passes a {@link TestRuntime} to a JUnit 5 test, closes it, and adds its seed to a failure: of the test, of the methods
 * that run before and after each test, and of the close.
 *
 * <p>One run with one seed; {@link HiveTest} runs a test under many. The seed also chooses the number of shards, from one
 * to three; {@link Shards} fixes it.
 *
 * <pre>{@code
 * @ExtendWith(HiveExtension.class)
 * class CounterTest {
 *     @Test void counts(TestRuntime runtime) { … }
 * }
 * }</pre>
 *
 * <p>A failing run is replayed with {@code @Seed(…)} on the test, or {@code -Dhive.seed=…} for all.
 */
public final class HiveExtension implements ParameterResolver, AfterEachCallback, TestExecutionExceptionHandler,
        LifecycleMethodExecutionExceptionHandler {
    private static final int MOST_SHARDS = 3;
    private static final Namespace NAMESPACE = Namespace.create(HiveExtension.class);

    /** By JUnit. */
    public HiveExtension() {}

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == TestRuntime.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getStore(NAMESPACE)
                .getOrComputeIfAbsent(TestRuntime.class, key -> newRuntime(context), TestRuntime.class);
    }

    private static TestRuntime newRuntime(ExtensionContext context) {
        long seed = annotation(context, Seed.class).map(Seed::value).orElseGet(TestRuntime::freshSeed);
        int shards = annotation(context, Shards.class)
                .map(Shards::value)
                .orElseGet(() -> shardsOf(seed));
        return new TestRuntime(TestRuntime.config().shards(shards).build(), seed);
    }

    /** The number of shards that a seed chooses. */
    static int shardsOf(long seed) {
        return 1 + new SplittableRandom(seed).split().nextInt(MOST_SHARDS);
    }

    /** The annotation of the test method, otherwise that of its class. */
    private static <A extends Annotation> Optional<A> annotation(ExtensionContext context, Class<A> type) {
        return context.getTestMethod()
                .map(method -> method.getAnnotation(type))
                .or(() -> context.getTestClass().map(test -> test.getAnnotation(type)));
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw withSeed(context, failure);
    }

    @Override
    public void handleBeforeEachMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw withSeed(context, failure);
    }

    @Override
    public void handleAfterEachMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw withSeed(context, failure);
    }

    private static Throwable withSeed(ExtensionContext context, Throwable failure) {
        TestRuntime runtime = context.getStore(NAMESPACE).get(TestRuntime.class, TestRuntime.class);
        if (runtime != null) {
            failure.addSuppressed(new SeedOfFailure(runtime.seed()));
        }
        return failure;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        TestRuntime runtime = context.getStore(NAMESPACE).remove(TestRuntime.class, TestRuntime.class);
        if (runtime != null) {
            try {
                runtime.close();
            } catch (Throwable failure) {
                failure.addSuppressed(new SeedOfFailure(runtime.seed()));
                throw failure;
            }
        }
    }

    /** Stands in a failure's report and says how to have it again. */
    static final class SeedOfFailure extends RuntimeException {
        private static final long serialVersionUID = 1;

        SeedOfFailure(long seed) {
            super("seed " + seed + ": replay this run with @Seed(" + seed + "L) or -D"
                    + TestRuntime.SEED_PROPERTY + "=" + seed, null, false, false);
        }
    }
}
