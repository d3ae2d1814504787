package io.hiveactor.runtime.supervision;

import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.StartingHandler;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A supervisor as its shard sees it: a handler, so that it costs little while nobody ends. */
final class SupervisorActor implements StartingHandler {
    private final SupervisorSpec spec;
    private @Nullable Supervision supervision;

    SupervisorActor(SupervisorSpec spec) {
        this.spec = spec;
    }

    @Override
    public void onStart(ActorContext context) {
        var started = new Supervision(spec, context);
        supervision = started;
        started.settle();
    }

    @Override
    public void onMessage(ActorContext context, Message message) {
        Supervision started = Objects.requireNonNull(supervision);
        started.note(message);
        started.settle();
    }
}
