package io.hiveactor.ipc;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.supervision.ChildSpec;
import io.hiveactor.runtime.supervision.Restart;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A child of a supervisor, with the type of its messages.
 *
 * <pre>{@code
 * TypedChild<Store.Command> store = TypedChild.of("store", Store.Command.class, Store::new);
 * TypedChild<Line> parser = TypedChild.withSiblings("parser", Line.class, siblings -> new Parser(siblings.ref(store)));
 * TypedSupervisor supervisor = TypedSupervisor.start(hive, Strategy.REST_FOR_ONE, store, parser);
 * Ref<Line> lines = supervisor.ref(parser);
 * }</pre>
 *
 * <p>A child keeps its id over restarts, so its {@link Ref} stays valid. Each start makes a new handler, so that no state of
 * a crashed one survives.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param <M> the type of its messages
 */
public final class TypedChild<M> {
    private final Class<M> type;
    private final ChildSpec spec;
    private final Function<TypedSiblings, ? extends TypedHandler<M>> handler;

    private TypedChild(Class<M> type, ChildSpec spec, Function<TypedSiblings, ? extends TypedHandler<M>> handler) {
        this.type = type;
        this.spec = spec;
        this.handler = handler;
    }

    /** A child whose handlers need nothing from its supervisor. */
    public static <M> TypedChild<M> of(String name, Class<M> type, Supplier<? extends TypedHandler<M>> handler) {
        Objects.requireNonNull(handler, "handler");
        return withSiblings(name, type, siblings -> handler.get());
    }

    /** A child whose handlers are given references to other children. */
    public static <M> TypedChild<M> withSiblings(
            String name, Class<M> type, Function<TypedSiblings, ? extends TypedHandler<M>> handler) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(handler, "handler");
        return new TypedChild<>(type, specOf(name, type, handler), handler);
    }

    private static <M> ChildSpec specOf(
            String name, Class<M> type, Function<TypedSiblings, ? extends TypedHandler<M>> handler) {
        return ChildSpec.handler(name, siblings -> TypedActor.of(siblings.hive(), type,
                Objects.requireNonNull(handler.apply(new TypedSiblings(siblings)), "handler of " + name)))
                .keepingId();
    }

    /**
     * Keeps the messages that wait for this child over its restarts: only the message that it crashed on is lost. They wait
     * with an actor in front of the child, which hands them on one at a time; that costs a second send per message.
     */
    public TypedChild<M> keepingMailbox() {
        return pooled(1, Routing.leastLoaded());
    }

    /**
     * Runs several workers with these handlers behind the one {@link Ref} of this child. Each handles one message at a time;
     * the others wait, also over a worker's restart, with the actor in front. A crash restarts only that worker.
     *
     * @param workers how many
     * @param routing which worker gets a message
     */
    public TypedChild<M> pooled(int workers, Routing<? super M> routing) {
        Objects.requireNonNull(routing, "routing");
        if (workers < 1) {
            throw new IllegalArgumentException("a pool needs a worker: " + workers);
        }
        Class<M> messages = type;
        Function<TypedSiblings, ? extends TypedHandler<M>> workerHandler = handler;
        ChildSpec front = spec.withBody((context, siblings) -> new WorkerPool<M>(
                context, messages, workers, routing, () -> workerHandler.apply(new TypedSiblings(siblings))).run());
        return new TypedChild<>(type, front, handler);
    }

    /** Sets when it is restarted; default: {@link Restart#PERMANENT}. */
    public TypedChild<M> withRestart(Restart restart) {
        return with(child -> child.withRestart(restart));
    }

    /** Sets its priority, placement and limit. */
    public TypedChild<M> withConfig(ActorConfig config) {
        return with(child -> child.withConfig(config));
    }

    /** Registers its name, for {@link Ref#find}. */
    public TypedChild<M> registered() {
        return with(ChildSpec::registered);
    }

    private TypedChild<M> with(UnaryOperator<ChildSpec> change) {
        return new TypedChild<>(type, change.apply(spec), handler);
    }

    /** Its name, unique among the children of its supervisor. */
    public String name() {
        return spec.name();
    }

    /** The type of its messages. */
    public Class<M> type() {
        return type;
    }

    /** This child for a {@link io.hiveactor.runtime.supervision.SupervisorSpec}. */
    public ChildSpec spec() {
        return spec;
    }

    @Override
    public String toString() {
        return "child " + name() + " of " + type.getSimpleName();
    }
}
