package io.hiveactor.runtime.supervision;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.MailboxLimit;
import io.hiveactor.runtime.Overflow;
import io.hiveactor.runtime.SpawnResult;
import java.util.Objects;

/**
 * One child of a supervisor: how it starts and stops, and when it is restarted.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class ChildSpec {
    /** Starts a child; what it throws counts as the child's crash. */
    @FunctionalInterface
    interface Launch {
        SpawnResult spawn(ActorContext supervisor, Siblings siblings, ActorConfig config) throws Exception;
    }

    private final String name;
    private final Launch launch;
    private final Restart restart;
    private final Stop stop;
    private final ActorConfig config;
    private final boolean isRegistered;
    private final boolean keepsId;
    private final boolean restartsBesideZombie;

    private ChildSpec(
            String name,
            Launch launch,
            Restart restart,
            Stop stop,
            ActorConfig config,
            boolean isRegistered,
            boolean keepsId,
            boolean restartsBesideZombie) {
        this.name = name;
        this.launch = launch;
        this.restart = restart;
        this.stop = stop;
        this.config = config;
        this.isRegistered = isRegistered;
        this.keepsId = keepsId;
        this.restartsBesideZombie = restartsBesideZombie;
    }

    private static ChildSpec of(String name, Launch launch, Stop stop) {
        if (Objects.requireNonNull(name, "name").isEmpty()) {
            throw new IllegalArgumentException("a child must have a name");
        }
        return new ChildSpec(name, launch, Restart.PERMANENT, stop, ActorConfig.DEFAULT, false, false, false);
    }

    /** Returns a child that is a handler. */
    public static ChildSpec handler(String name, ChildHandler start) {
        Objects.requireNonNull(start, "start");
        return of(name, (supervisor, siblings, config) ->
                supervisor.trySpawn(Objects.requireNonNull(start.start(siblings), "handler of " + name), config), Stop.KILL);
    }

    /** Returns a child that is a body. */
    public static ChildSpec body(String name, ChildBody body) {
        Objects.requireNonNull(body, "body");
        return of(name, (supervisor, siblings, config) -> {
            ActorBody straight = context -> body.run(context, siblings);
            return supervisor.trySpawn(straight, config);
        }, Stop.KILL);
    }

    /** Returns the same child with other code. */
    public ChildSpec withBody(ChildBody body) {
        ChildSpec other = body(name, body);
        return new ChildSpec(name, other.launch, restart, stop, config, isRegistered, keepsId, restartsBesideZombie);
    }

    /** Returns a child that is a supervisor. It stops by stopping its children, and has as much time as they take. */
    public static ChildSpec supervisor(String name, SupervisorSpec spec) {
        Objects.requireNonNull(spec, "spec");
        return of(name, (supervisor, siblings, config) -> supervisor.trySpawn(Supervisor.handler(spec), config),
                new Stop(Supervisor.STOP, null));
    }

    /** Sets when it is restarted; default: {@link Restart#PERMANENT}. */
    public ChildSpec withRestart(Restart newRestart) {
        Objects.requireNonNull(newRestart, "restart");
        return new ChildSpec(name, launch, newRestart, stop, config, isRegistered, keepsId, restartsBesideZombie);
    }

    /** Sets how it is stopped; default: {@link Stop#KILL}. */
    public ChildSpec withStop(Stop newStop) {
        Objects.requireNonNull(newStop, "stop");
        return new ChildSpec(name, launch, restart, newStop, config, isRegistered, keepsId, restartsBesideZombie);
    }

    /** Sets its priority, placement and limit. Its supervisor decides on name, id and registration. */
    public ChildSpec withConfig(ActorConfig newConfig) {
        if (newConfig.isRegistered() || newConfig.reservedId() != null || !newConfig.name().isEmpty()) {
            throw new IllegalArgumentException("the supervisor decides on name, id and registration of child " + name
                    + ": " + newConfig);
        }
        return new ChildSpec(name, launch, restart, stop, newConfig, isRegistered, keepsId, restartsBesideZombie);
    }

    /** Keeps its id over restarts, so that references held elsewhere stay valid. */
    public ChildSpec keepingId() {
        return new ChildSpec(name, launch, restart, stop, config, isRegistered, true, restartsBesideZombie);
    }

    /** Registers its name, and keeps name and id over restarts, so that references held elsewhere stay valid. */
    public ChildSpec registered() {
        return new ChildSpec(name, launch, restart, stop, config, true, true, restartsBesideZombie);
    }

    /**
     * Restarts it even while the code of its previous run is still running as a zombie. By default that has to end
     * first, because both might use the same file or socket.
     */
    public ChildSpec besideZombie() {
        return new ChildSpec(name, launch, restart, stop, config, isRegistered, keepsId, true);
    }

    /** Its name, unique among the children of its supervisor. */
    public String name() {
        return name;
    }

    /** Whether an order to stop may be gone from its mailbox before it was read. */
    boolean mayDropWhatItAccepted() {
        MailboxLimit limit = config.limit();
        return limit != null && (limit.overflow() == Overflow.DROP_OLDEST || limit.overflow() == Overflow.CONFLATE);
    }

    Launch launch() {
        return launch;
    }

    Restart restart() {
        return restart;
    }

    Stop stop() {
        return stop;
    }

    ActorConfig config() {
        return config;
    }

    boolean isRegistered() {
        return isRegistered;
    }

    boolean keepsId() {
        return keepsId;
    }

    boolean restartsBesideZombie() {
        return restartsBesideZombie;
    }

    @Override
    public String toString() {
        return "child " + name + ", " + restart;
    }
}
