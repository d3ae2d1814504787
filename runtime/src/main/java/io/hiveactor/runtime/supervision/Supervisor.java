package io.hiveactor.runtime.supervision;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.Sender;
import io.hiveactor.runtime.Spawner;
import java.util.Objects;

/**
 * Starts and stops supervisors.
 *
 * <pre>{@code
 * ActorId root = Supervisor.start(hive, SupervisorSpec.of(Strategy.REST_FOR_ONE,
 *         ChildSpec.handler("store", siblings -> new Store()).registered(),
 *         ChildSpec.handler("parser", siblings -> new Parser(siblings.id("store")))));
 * }</pre>
 *
 * <p>A supervisor is an ordinary actor: it can be linked, monitored, killed, and be the child of another one. Its
 * children end with it, however it ends. For typed children see {@code TypedSupervisor} in module {@code ipc}.
 */
public final class Supervisor {
    /** Asks a supervisor to stop; also the way in which one above does. */
    static final Object STOP = new StopOrder();

    private Supervisor() {}

    /** Starts a supervisor, which starts its children. */
    @CanIgnoreReturnValue
    public static ActorId start(Spawner spawner, SupervisorSpec spec) {
        return start(spawner, spec, ActorConfig.named("supervisor"));
    }

    /** Starts a supervisor, which starts its children. */
    @CanIgnoreReturnValue
    public static ActorId start(Spawner spawner, SupervisorSpec spec, ActorConfig config) {
        return Objects.requireNonNull(spawner, "spawner").spawn(handler(Objects.requireNonNull(spec, "spec")), config);
    }

    /**
     * Asks a supervisor to stop: it stops its children, the last one first, calls its shutdown hook, and ends. Does not
     * wait for that.
     */
    public static StopStatus stop(Sender sender, ActorId supervisor) {
        if (supervisor.isHandledBy(SupervisorActor.class)) {
            return StopStatus.of(sender.notify(supervisor, STOP));
        }
        return sender.isAlive(supervisor) ? StopStatus.NOT_A_SUPERVISOR : StopStatus.NO_TARGET;
    }

    static Handler handler(SupervisorSpec spec) {
        return new SupervisorActor(spec);
    }

    private static final class StopOrder {
        @Override
        public String toString() {
            return "stop";
        }
    }
}
