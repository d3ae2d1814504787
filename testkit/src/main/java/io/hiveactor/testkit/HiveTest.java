package io.hiveactor.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a test method under many schedules, each from a seed of its own, and stops at the first that fails.
 *
 * <pre>{@code
 * @HiveTest(shards = 3, seeds = 200)
 * void counts(TestRuntime runtime) { … }
 * }</pre>
 *
 * <p>The method must have a parameter of type {@link TestRuntime}. Each run has a new runtime and a new instance of the
 * test class, on which the {@code @BeforeEach} and {@code @AfterEach} methods run as well. The report has one entry for
 * all runs.
 *
 * <p>The seeds are new each time the test is started. The message of a failure has its seed and the command that replays
 * it: with {@code -Dhive.seed=…}, or {@link Seed} on the method, only that seed is run.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@TestTemplate
@ExtendWith(SeedsExtension.class)
public @interface HiveTest {
    /** The number of shards; 0 lets the seed choose from one to three. */
    int shards() default 0;

    /** The number of seeds, at least 1. */
    int seeds() default 100;

    /** Whether reading a message after its time fails, see {@link io.hiveactor.runtime.HiveConfig#debug()}. */
    boolean debug() default true;
}
