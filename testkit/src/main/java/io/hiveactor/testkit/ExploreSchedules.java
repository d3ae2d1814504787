package io.hiveactor.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a test method once for every schedule of its actors, and prints the schedule of the first failure.
 *
 * <pre>{@code
 * @ExploreSchedules(max = 5_000)
 * void noUpdateIsLost(TestRuntime runtime) {
 *     … spawn a few actors …
 *     runtime.runUntilBlocked();
 *     … assert …
 * }
 * }</pre>
 *
 * <p>The method must have a parameter of type {@link TestRuntime}, and must do the same each time it is called: no
 * threads, no real time, no random numbers but those of the runtime. Each call has a new instance of the test class, on
 * which the {@code @BeforeEach} and {@code @AfterEach} methods run as well.
 *
 * <p><b>What fails.</b> An exception or a failed assertion of the method; an actor that crashes, unless
 * {@link #allowCrashes}; a deadlock that the diagnosis reports; and a schedule of more than 10,000 turns. The message has
 * the schedule as one line per turn, and the property that replays it: {@code -Dhive.schedule=…}. The schedule printed
 * has the fewest departures from the order in which actors became ready, if one is among the first 1,000 when all
 * schedules, also equivalent ones, are run in that order; otherwise it is the one that was found.
 *
 * <p><b>What is enumerated.</b> At each point where several actors are ready, each of them runs next in some schedule.
 * All ready actors compete, as if each had a shard of its own, so the schedules include those of every number of shards
 * and every placement. They also include some in which round-robin or a priority would not let an actor run on a shard
 * that it shares: a test that relies on these is for {@link HiveTest}.
 *
 * <p>A turn is one message of a handler, or the code of another actor up to its next call that may wait. A turn is not
 * interrupted, not even between two of its own sends.
 *
 * <p><b>What is left out.</b> Of schedules that differ only in the order of independent turns, one is run. Turns of
 * two actors are independent unless both send to the same actor, or one sends to the other and that one polls (looks for a
 * message without waiting for it). Turns that spawn, kill, link or change names depend on all others; so do all turns
 * in a hive with mailbox limits, external inboxes, channels or buses, and where fewer than half of the message slots are
 * free. The reduction assumes that actors share nothing but messages: if they share a Java object, or read figures of the
 * whole hive, or if the test compares when different actors did something, set {@link #reduce} to false.
 *
 * <p>Deadlines of one instant expire in the order in which they were set, and the random numbers of actors come from one
 * seed.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@TestTemplate
@ExtendWith(ExploreExtension.class)
public @interface ExploreSchedules {
    /**
     * How many times the method runs at most. A test with more schedules than that passes if none of the runs fails, and
     * publishes the report entry {@code schedules}, which says that not all were explored; see {@link #requireAll}.
     */
    int max() default 10_000;

    /** The number of shards. It matters only to actors that are placed on one by its number. */
    int shards() default 1;

    /** Whether one schedule is run for all that differ only in the order of independent turns. */
    boolean reduce() default true;

    /** Whether an exception that escapes an actor is part of the test. */
    boolean allowCrashes() default false;

    /** Whether the test fails if there are more schedules than {@link #max}. */
    boolean requireAll() default false;
}
