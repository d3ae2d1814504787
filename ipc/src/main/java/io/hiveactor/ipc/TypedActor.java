package io.hiveactor.ipc;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.StartingHandler;
import io.hiveactor.runtime.StoppingHandler;
import io.hiveactor.runtime.port.CodeHolder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A typed handler as the runtime sees it. */
class TypedActor<M> implements Handler, CodeHolder, Typed {
    /*
     * The runtime starts and stops an actor with a hook on a path of its own, which costs a little. So a handler that
     * overrides neither is wrapped without them.
     */
    private static final ClassValue<Boolean> HAS_HOOKS = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> handler) {
            return overrides(handler, "onStart", TypedContext.class) || overrides(handler, "onStop", ExitReason.class);
        }
    };

    private final Hive hive;
    private final Class<M> type;
    final TypedHandler<M> handler;
    private @Nullable TypedContext<M> self;

    private TypedActor(Hive hive, Class<M> type, TypedHandler<M> handler) {
        this.hive = hive;
        this.type = Objects.requireNonNull(type, "type");
        this.handler = Objects.requireNonNull(handler, "handler");
    }

    static <M> Handler of(Hive hive, Class<M> type, TypedHandler<M> handler) {
        return HAS_HOOKS.get(Objects.requireNonNull(handler, "handler").getClass())
                ? new WithHooks<>(hive, type, handler)
                : new TypedActor<>(hive, type, handler);
    }

    static <M> ActorBody of(Hive hive, Class<M> type, TypedBody<M> body) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(body, "body");
        return new Body<>(hive, type, body);
    }

    private static boolean overrides(Class<?> handler, String name, Class<?> parameter) {
        try {
            return handler.getMethod(name, parameter).getDeclaringClass() != TypedHandler.class;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("every typed handler has " + name, e);
        }
    }

    @Override
    public Class<?> code() {
        return handler.getClass();
    }

    @Override
    public Class<M> type() {
        return type;
    }

    @Override
    public void onMessage(ActorContext context, Message message) throws Exception {
        self(context).handle(handler, message);
    }

    TypedContext<M> self(ActorContext context) {
        TypedContext<M> known = self;
        if (known == null) {
            known = new TypedContext<>(Ref.of(hive, context.self()), type, context);
            self = known;
        }
        return known;
    }

    /** One that does something when it starts, or when it stops. */
    private static final class WithHooks<M> extends TypedActor<M> implements StartingHandler, StoppingHandler {
        WithHooks(Hive hive, Class<M> type, TypedHandler<M> handler) {
            super(hive, type, handler);
        }

        @Override
        public void onStart(ActorContext context) throws Exception {
            handler.onStart(self(context));
        }

        @Override
        public void onStop(ExitReason reason) throws Exception {
            handler.onStop(reason);
        }
    }

    /** A typed body as the runtime sees it. */
    private record Body<M>(Hive hive, Class<M> type, TypedBody<M> body) implements ActorBody, CodeHolder, Typed {
        @Override
        public Class<?> code() {
            return body.getClass();
        }

        @Override
        public void run(ActorContext context) throws Exception {
            body.run(new TypedContext<>(Ref.of(hive, context.self()), type, context));
        }
    }
}
