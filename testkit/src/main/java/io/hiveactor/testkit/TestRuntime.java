package io.hiveactor.testkit;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorExit;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.DroppedMessage;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.HiveListener;
import io.hiveactor.runtime.Simulation;
import io.hiveactor.runtime.Undelivered;
import io.hiveactor.runtime.diagnosis.Deadlock;
import io.hiveactor.runtime.port.Simulations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A hive for tests: one thread, a clock that the test moves, a seed.
 *
 * <p>The seed decides every order that the contract leaves open, so a test passes only if it holds for each of them:
 * which shard runs next, which of several ready actors of one priority, and how many messages a shard handles before it
 * looks at its inbox. A failing run is replayed by its seed.
 *
 * <p>Passed to a test by {@link HiveTest} or {@link HiveExtension}, or created by the test itself.
 *
 * <p><b>Threads:</b> owner only, the test's thread.
 */
public final class TestRuntime implements AutoCloseable {
    /** The system property that replays a run: {@code -Dhive.seed=42}. */
    public static final String SEED_PROPERTY = "hive.seed";

    private final Simulation simulation;
    private final List<ActorExit> exits = new ArrayList<>();
    private final List<Deadlock> deadlocks = new ArrayList<>();

    /** One shard, and a fresh seed unless {@link #SEED_PROPERTY} gives one. */
    public TestRuntime() {
        this(config().build(), freshSeed());
    }

    /** A given configuration and seed. Its listener is kept, and told as well. */
    public TestRuntime(HiveConfig config, long seed) {
        this(config, seed, false);
    }

    private TestRuntime(HiveConfig config, long seed, boolean isInOrder) {
        this(config, heard -> isInOrder ? Simulations.startInOrder(heard, seed) : Simulation.start(heard, seed));
    }

    /** @param start starts the simulation, with a configuration that has this runtime's listener */
    TestRuntime(HiveConfig config, Function<HiveConfig, Simulation> start) {
        HiveListener users = config.listener();
        var listener = new HiveListener() {
            @Override
            public void onExit(ActorExit exit) {
                exits.add(exit);
                users.onExit(exit);
            }

            @Override
            public void onDrop(DroppedMessage drop) {
                users.onDrop(drop);
            }

            @Override
            public void onUndelivered(Undelivered message) {
                users.onUndelivered(message);
            }

            @Override
            public void onDeadlock(Deadlock deadlock) {
                deadlocks.add(deadlock);
                users.onDeadlock(deadlock);
            }
        };
        simulation = start.apply(config.toBuilder().listener(listener).build());
    }

    /**
     * A test runtime whose actors run in the order that one shard has in real time, whatever the seed. For a test whose
     * subject is that order; any other test should hold for every seed.
     */
    public static TestRuntime inOrder(HiveConfig config) {
        return new TestRuntime(config, freshSeed(), true);
    }

    /**
     * The default configuration of a test runtime, to change parts of it: one shard, 1,024 message slots, and
     * {@link HiveConfig#debug()} on, so that an actor that reads a message after its time fails. Turn that off with
     * {@code TestRuntime.config().debug(false)}.
     */
    public static HiveConfig.Builder config() {
        return HiveConfig.builder().name("test").shards(1).messages(1024).debug(true);
    }

    /** The seed of {@link #SEED_PROPERTY}, or a new one. */
    public static long freshSeed() {
        Long given = Long.getLong(SEED_PROPERTY);
        return given == null ? RandomGenerator.getDefault().nextLong() : given;
    }

    /** The simulated hive. */
    public Hive hive() {
        return simulation.hive();
    }

    /** The simulation that runs the hive. */
    public Simulation simulation() {
        return simulation;
    }

    /** The seed of this run. */
    public long seed() {
        return simulation.seed();
    }

    /** A generator for the workload of a test: it depends on the seed, and not on the schedule. */
    public RandomGenerator random() {
        return simulation.random();
    }

    /** Monotonic, zero at the start. */
    public Duration now() {
        return Duration.ofNanos(hive().nowNanos());
    }

    /** Starts an actor, runs it as far as it comes, and gives what it will have returned or thrown. */
    public <T extends @Nullable Object> CompletableFuture<T> start(Body<T> body) {
        return start(body, ActorConfig.DEFAULT);
    }

    /** Like {@link #start(Body)}, with a configuration. */
    public <T extends @Nullable Object> CompletableFuture<T> start(Body<T> body, ActorConfig config) {
        var outcome = new CompletableFuture<T>();
        ActorId started = hive().spawn(self -> {
            try {
                outcome.complete(body.run(self));
            } catch (Throwable e) {
                outcome.completeExceptionally(e);
                throw e;
            }
        }, config);
        assert started != null;
        runUntilBlocked();
        return outcome;
    }

    /** Runs until no actor can run. Time stands still. */
    public void runUntilBlocked() {
        simulation.runUntilBlocked();
    }

    /** Moves time on; what becomes due meanwhile happens in its order. */
    public void advance(Duration delta) {
        simulation.advance(delta);
    }

    /** How many actors are in a wait of the runtime's. */
    public int waiterCount() {
        return simulation.waiting();
    }

    /** Starts an actor that keeps the messages of a type that it receives, for the test to expect and to answer. */
    public <M> Probe<M> probe(Class<M> type) {
        return probe(type, ActorConfig.named("probe"));
    }

    /** Like {@link #probe(Class)}, with a configuration. */
    public <M> Probe<M> probe(Class<M> type, ActorConfig config) {
        return new Probe<>(this, type, config);
    }

    /** Starts an actor that keeps what it receives, of whatever type, with senders and tags. */
    public MessageProbe probe() {
        return probe(ActorConfig.named("probe"));
    }

    /** Like {@link #probe()}, with a configuration. */
    public MessageProbe probe(ActorConfig config) {
        return new MessageProbe(this, config);
    }

    /** The exits so far, the oldest first. */
    public List<ActorExit> exits() {
        return List.copyOf(exits);
    }

    /** The deadlocks that were reported so far, the oldest first. */
    public List<Deadlock> deadlocks() {
        return List.copyOf(deadlocks);
    }

    /**
     * How an actor ended.
     *
     * @throws NoSuchElementException if it has not
     */
    public ActorExit exitOf(ActorId actor) {
        return exits.stream()
                .filter(exit -> exit.actor() == actor)
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException(actor + " has not ended"));
    }

    @Override
    public void close() {
        simulation.close();
    }

    /**
     * A straight-line actor with a result.
     *
     * @param <T> the result
     */
    @FunctionalInterface
    public interface Body<T extends @Nullable Object> {
        T run(ActorContext self) throws Exception;
    }
}
