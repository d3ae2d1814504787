package io.hiveactor.runtime.port;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.Simulation;
import io.hiveactor.runtime.explore.TurnChooser;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a simulation that only the testkit and our own tests use.
 *
 * <p><b>Threads:</b> the thread that owns the simulation; a start, any platform thread.
 */
public final class Simulations {
    /** What the engine implements. */
    public interface Engine {
        Simulation start(HiveConfig config, long seed, boolean hasCaches, boolean isInOrder);

        @SuppressWarnings("exports") // to the testkit only, which alone passes one
        Simulation startExplored(HiveConfig config, long seed, TurnChooser chooser, boolean isTraced);

        PoolCensus census(Simulation simulation);
    }

    private static volatile @Nullable Engine engine;

    private Simulations() {}

    /** Called once, when the class {@link Simulation} is initialised. */
    public static void grant(Engine granted) {
        engine = granted;
    }

    private static Engine engine() {
        if (engine == null) { // no simulation has been started yet
            try {
                Class<?> initialised = MethodHandles.lookup().ensureInitialized(Simulation.class);
                assert initialised == Simulation.class;
            } catch (IllegalAccessException e) {
                throw new LinkageError("Simulation is not accessible within its own module", e);
            }
        }
        return Objects.requireNonNull(engine, "Simulation grants the engine when it is initialised");
    }

    /**
     * Like {@link Simulation#start}, with a cache of free slots on each shard, as in real time: more messages than promised
     * may be in use.
     */
    public static Simulation startWithCaches(HiveConfig config, long seed) {
        return engine().start(config, seed, true, false);
    }

    /**
     * Like {@link Simulation#start}, with the order of actors and the length of turns of real time. The seed decides only
     * which shard runs next.
     */
    public static Simulation startInOrder(HiveConfig config, long seed) {
        return engine().start(config, seed, false, true);
    }

    /**
     * Like {@link Simulation#start}, but the chooser decides before each turn which actor runs next, and the seed decides
     * only the random numbers of actors.
     *
     * @param isTraced whether the chooser receives a description of what each turn received and sent
     */
    @SuppressWarnings("exports") // to the testkit only, which alone passes a chooser
    public static Simulation startExplored(HiveConfig config, long seed, TurnChooser chooser, boolean isTraced) {
        return engine().startExplored(config, seed, chooser, isTraced);
    }

    /**
     * Counts the slots of the message pool, and checks its invariants. External inboxes are not searched, so a simulation
     * with an open one cannot be counted.
     *
     * @throws IllegalStateException if a slot is in two places, or in none; if a sender waits for room in a mailbox that has
     *     room; or if a waiter was overtaken since the last census
     */
    @CanIgnoreReturnValue
    public static PoolCensus census(Simulation simulation) {
        return engine().census(simulation);
    }
}
