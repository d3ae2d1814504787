package io.hiveactor.ipc;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.NoReplyException;
import io.hiveactor.runtime.Sender;
import io.hiveactor.runtime.Spawner;
import io.hiveactor.runtime.supervision.ChildSpec;
import io.hiveactor.runtime.supervision.ListChildren;
import io.hiveactor.runtime.supervision.StartChild;
import io.hiveactor.runtime.supervision.StopChild;
import io.hiveactor.runtime.supervision.StopStatus;
import io.hiveactor.runtime.supervision.Strategy;
import io.hiveactor.runtime.supervision.Supervisor;
import io.hiveactor.runtime.supervision.SupervisorSpec;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A supervisor of typed children, for those who start it. See {@link TypedChild} for an example.
 *
 * <p><b>Threads:</b> any thread. Calls that wait for the supervisor make only the calling actor wait, or the calling thread.
 */
public final class TypedSupervisor {
    private final Ref<Object> supervisor;
    /** The children that it started with; those keep their ids. */
    private final Map<String, ActorId> children;

    private TypedSupervisor(Ref<Object> supervisor, Map<String, ActorId> children) {
        this.supervisor = supervisor;
        this.children = children;
    }

    /** Starts a supervisor and its children, and returns when they have been started. */
    public static TypedSupervisor start(Spawner spawner, Strategy strategy, TypedChild<?>... children) {
        return start(spawner, SupervisorSpec.of(strategy,
                Arrays.stream(children).map(TypedChild::spec).toArray(ChildSpec[]::new)));
    }

    /** Starts a supervisor as specified, and returns when its children have been started. */
    public static TypedSupervisor start(Spawner spawner, SupervisorSpec spec) {
        return start(spawner, spec, ActorConfig.named("supervisor"));
    }

    /**
     * Starts a supervisor with a configuration, and returns when its children have been started.
     *
     * @throws IllegalStateException if the supervisor ended instead, because children could not be started
     */
    public static TypedSupervisor start(Spawner spawner, SupervisorSpec spec, ActorConfig config) {
        Hive hive = switch (Objects.requireNonNull(spawner, "spawner")) {
            case Hive known -> known;
            case ActorContext context -> context.hive();
        };
        Ref<Object> supervisor = Ref.of(hive, Supervisor.start(spawner, spec, config));
        var ids = new HashMap<String, ActorId>();
        Object answer;
        try {
            answer = ask(supervisor, new ListChildren());
        } catch (IllegalStateException notStarted) {
            supervisor.kill(); // nobody has it, if the caller was interrupted
            throw notStarted;
        }
        ((Map<?, ?>) answer).forEach((name, id) -> ids.put((String) name, (ActorId) id));
        return new TypedSupervisor(supervisor, ids);
    }

    /** The supervisor's own id. */
    public ActorId id() {
        return supervisor.id();
    }

    /**
     * Returns the reference of a child that the supervisor was started with. It stays valid over restarts.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    public <M> Ref<M> ref(TypedChild<M> child) {
        ActorId id = children.get(child.name());
        if (id == null) {
            throw new IllegalArgumentException(supervisor + " was not started with a child called " + child.name()
                    + "; there are " + children.keySet());
        }
        return Ref.of(supervisor.hive(), id);
    }

    /**
     * Starts another child, for example one per connection. Choose a {@link TypedChild#withRestart restart} of TEMPORARY or
     * TRANSIENT for a child that ends by itself; the supervisor then forgets it.
     *
     * @throws IllegalStateException if it could not be started, or the supervisor has ended
     */
    public <M> Ref<M> startChild(TypedChild<M> child) {
        Object answer = ask(supervisor, new StartChild(child.spec()));
        if (answer instanceof ActorId id) {
            return Ref.of(supervisor.hive(), id);
        }
        throw (IllegalStateException) answer;
    }

    /**
     * Stops a child for good, and returns when it has ended.
     *
     * @return false if there is none of that name
     */
    public boolean stopChild(TypedChild<?> child) {
        return (Boolean) ask(supervisor, new StopChild(child.name()));
    }

    /** Stops the supervisor and its children, without waiting for it; see {@link Supervisor#stop}. */
    public StopStatus stop() {
        ActorContext caller = supervisor.hive().current();
        Sender sender = caller == null ? supervisor.hive() : caller;
        return Supervisor.stop(sender, supervisor.id());
    }

    private static Object ask(Ref<Object> supervisor, Object request) {
        try {
            return supervisor.requestObject(request, Hive.FOREVER).orThrow();
        } catch (NoReplyException ended) {
            throw new IllegalStateException("no answer of supervisor " + supervisor + ": " + ended.reason(), ended);
        }
    }

    @Override
    public String toString() {
        return supervisor.toString();
    }
}
