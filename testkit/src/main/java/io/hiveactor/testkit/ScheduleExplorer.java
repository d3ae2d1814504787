package io.hiveactor.testkit;

import io.hiveactor.runtime.ActorExit;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.port.Simulations;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs a test once for every schedule of its actors, as {@link ExploreSchedules} does, for code that is not a JUnit test.
 *
 * <p><b>Threads:</b> owner only.
 */
public final class ScheduleExplorer {
    /*
     * Stateless model checking: a schedule is repeated by its choices, and its last choice is then changed. The tree of
     * choices is searched breadth first by departures from the default choice, with sleep sets (Godefroid, 1996): when
     * several turns were tried in one state, the later ones need not be followed by an earlier one that is independent of
     * them, because that order leads to a state that the earlier one's subtree has. Sleep sets alone run each class of
     * equivalent schedules exactly once; runs that find every ready actor asleep are redundant, and are counted apart.
     *
     * The order of the search does not matter to what is left out, only the order of the alternatives of one state, which
     * is fixed. An alternative that waits in the queue comes after the earlier ones of its state, so their turns are
     * known when it runs.
     */
    /** The system property that replays one schedule: {@code -Dhive.schedule=1,0,2}. */
    public static final String SCHEDULE_PROPERTY = "hive.schedule";

    private static final int MOST_RUNS_FOR_SHORTEST = 1_000;
    /** For the random numbers of actors. */
    private static final long SEED = 0;

    private final HiveConfig config;
    private final int max;
    private final boolean isReduced;
    private final boolean allowsCrashes;
    /** For tests of the reduction, which must not count what redundant runs have seen. */
    Consumer<ScheduledRun> afterRun = run -> {};

    /**
     * Creates an explorer.
     *
     * @param config the configuration of each run
     * @param max the most runs
     * @param isReduced see {@link ExploreSchedules#reduce()}
     * @param allowsCrashes see {@link ExploreSchedules#allowCrashes()}
     */
    public ScheduleExplorer(HiveConfig config, int max, boolean isReduced, boolean allowsCrashes) {
        if (max < 1) {
            throw new IllegalArgumentException("max must be positive: " + max);
        }
        this.config = config;
        this.max = max;
        this.isReduced = isReduced;
        this.allowsCrashes = allowsCrashes;
    }

    /** An explorer with the defaults of {@link ExploreSchedules}. */
    public static ScheduleExplorer upTo(int max) {
        return new ScheduleExplorer(TestRuntime.config().build(), max, true, false);
    }

    /**
     * Runs the test under one schedule after the other, until one fails, all were run, or {@code max} were run.
     *
     * @return what was run, and the schedule that failed
     */
    public Exploration explore(ScheduledTest test) {
        var search = new Search(test, isReduced);
        search.run(max);
        FailedSchedule failed = null;
        if (search.failure instanceof ScheduledRun.NoSuchChoice) {
            failed = new FailedSchedule(format(search.failing), "", search.failure);
        } else if (search.failure != null) {
            failed = replay(test, shortest(test, search.failing));
        }
        return new Exploration(
                search.runs - search.redundant, search.redundant, failed == null && search.isComplete(), failed);
    }

    /** The failing schedule with the fewest departures from the default, if it can be found soon; else the given one. */
    private List<Integer> shortest(ScheduledTest test, List<Integer> found) {
        if (!isReduced) {
            return found;
        }
        var search = new Search(test, false);
        search.run(MOST_RUNS_FOR_SHORTEST);
        return search.failure == null || search.failure instanceof ScheduledRun.NoSuchChoice ? found : search.failing;
    }

    /** A search through the tree of choices, breadth first: the fewest departures from the default first. */
    private final class Search {
        private final ScheduledTest test;
        private final boolean isReduced;
        private final Deque<Branch> branches = new ArrayDeque<>();
        private boolean isCut;
        int runs;
        int redundant;
        @Nullable Throwable failure;
        List<Integer> failing = List.of();

        Search(ScheduledTest test, boolean isReduced) {
            this.test = test;
            this.isReduced = isReduced;
            branches.add(new Branch(List.of(), null));
        }

        void run(int most) {
            while (!branches.isEmpty() && runs < most && failure == null) {
                var run = new ScheduledRun(branches.remove(), isReduced);
                failure = ScheduleExplorer.this.run(test, run, false);
                failing = run.choices();
                afterRun.accept(run);
                runs++;
                redundant += run.isRedundant() ? 1 : 0;
                add(run.branches(), most);
            }
        }

        private void add(List<Branch> more, int most) {
            for (Branch branch : more) {
                if (branches.size() < most) {
                    branches.add(branch);
                } else {
                    isCut = true;
                }
            }
        }

        boolean isComplete() {
            return branches.isEmpty() && !isCut;
        }
    }

    /**
     * Runs the test under one schedule.
     *
     * @param schedule the choices, as a failure has them: {@code 1,0,2}
     * @throws IllegalArgumentException if the schedule is not a list of numbers, or has a choice that there is not
     */
    public Exploration replay(ScheduledTest test, String schedule) {
        FailedSchedule failed = replay(test, parse(schedule));
        return new Exploration(1, 0, false, failed.isFailure() ? failed : null);
    }

    private FailedSchedule replay(ScheduledTest test, List<Integer> choices) {
        var run = new ScheduledRun(new Branch(choices, null), false);
        Throwable failure = run(test, run, true);
        if (failure instanceof ScheduledRun.NoSuchChoice wrong) {
            throw new IllegalArgumentException(wrong.getMessage(), wrong);
        }
        return new FailedSchedule(format(run.choices()), ScheduleTrace.of(run.turns()), failure);
    }

    private @Nullable Throwable run(ScheduledTest test, ScheduledRun run, boolean isTraced) {
        Throwable failure = null;
        try (var runtime = new TestRuntime(
                config, heard -> Simulations.startExplored(heard, SEED, run, isTraced))) {
            test.run(runtime);
            runtime.runUntilBlocked(); // what the test has left to do
            run.checkAllMade();
            checkDeadlocks(runtime);
            checkCrashes(runtime);
        } catch (Throwable e) { // also an Error: a failed assertion is one
            failure = e;
        }
        return failure;
    }

    private static void checkDeadlocks(TestRuntime runtime) {
        if (!runtime.deadlocks().isEmpty()) {
            throw new AssertionError(runtime.deadlocks().getFirst().toString());
        }
    }

    private void checkCrashes(TestRuntime runtime) {
        for (ActorExit exit : runtime.exits()) {
            if (!allowsCrashes && exit.cause() != null) {
                throw new AssertionError(exit.actor() + " crashed: " + exit.cause(), exit.cause());
            }
        }
    }

    /** Without the choices at the end that are the default. */
    static String format(List<Integer> choices) {
        int length = choices.size();
        while (length > 1 && choices.get(length - 1) == 0) {
            length--;
        }
        return length == 0 ? "0" : choices.stream().limit(length).map(String::valueOf).collect(Collectors.joining(","));
    }

    private static List<Integer> parse(String schedule) {
        try {
            return Arrays.stream(schedule.split(",")).map(String::strip).map(Integer::valueOf).toList();
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "a schedule is a list of numbers, such as 1,0,2, and not \"" + schedule + "\"", e);
        }
    }

    /** A test that runs once per schedule. */
    @FunctionalInterface
    public interface ScheduledTest {
        void run(TestRuntime runtime) throws Throwable;
    }

    /**
     * What an exploration found.
     *
     * @param explored the schedules that were run and were not equivalent to one before
     * @param redundant the runs that turned out to be equivalent to others
     * @param isComplete whether these were all schedules
     * @param failed the schedule that failed, if one did; then the rest was not run
     */
    public record Exploration(int explored, int redundant, boolean isComplete, @Nullable FailedSchedule failed) {
        @Override
        public String toString() {
            String extent = failed != null
                    ? "the last of them failed"
                    : isComplete ? "these are all" : "there are more";
            return "explored " + explored + (explored == 1 ? " schedule" : " schedules")
                    + (redundant == 0 ? "" : " and " + redundant + " equivalent to them") + ": " + extent;
        }
    }

    /**
     * A schedule under which the test fails.
     *
     * @param schedule the choices that repeat it
     * @param trace one line per turn
     * @param cause the failure when it was run once more; null if it did not fail then
     */
    public record FailedSchedule(String schedule, String trace, @Nullable Throwable cause) {
        private boolean isFailure() {
            return cause != null;
        }

        /** What failed, in words. */
        public String reason() {
            return cause == null
                    ? "the schedule did not fail when it was run once more: the test does not do the same in each run"
                    : String.valueOf(cause.getMessage());
        }
    }

    /**
     * A schedule to be run.
     *
     * @param choices the first choices; the last of them is the alternative to be tried
     * @param state where the alternative is tried; null for the first run
     */
    record Branch(List<Integer> choices, ScheduledRun.@Nullable State state) {}
}
