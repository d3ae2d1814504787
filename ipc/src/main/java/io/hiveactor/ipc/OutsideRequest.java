package io.hiveactor.ipc;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.NoReply;
import io.hiveactor.runtime.RequestResult;
import io.hiveactor.runtime.SpawnResult;
import io.hiveactor.runtime.port.HivePort;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The request of an external thread, made by an actor on its behalf. It always ends, at the latest when the hive closes. */
final class OutsideRequest<M, A> implements ActorBody {
    private final Ref<M> target;
    private final Object question;
    private final Duration timeout;
    private final CompletableFuture<RequestResult<A>> answer = new CompletableFuture<>();
    private boolean isSimulated;
    private final Runnable atClose = this::close;

    OutsideRequest(Ref<M> target, Object question, Duration timeout) {
        this.target = target;
        this.question = question;
        this.timeout = timeout;
    }

    CompletableFuture<RequestResult<A>> answer() {
        return answer;
    }

    void start(Hive hive) {
        isSimulated = hive.isSimulated();
        hive.atClose(atClose);
        @Nullable SpawnResult spawned;
        try {
            spawned = hive.trySpawn((ActorBody) this, ActorConfig.named("asker"));
        } catch (IllegalStateException closed) {
            spawned = null;
            end(NoReply.Reason.CLOSED);
        }
        if (spawned instanceof SpawnResult.NoActor) {
            end(NoReply.Reason.NO_MEMORY);
        }
        ActorId asker = spawned instanceof ActorId id ? id : null;
        CompletableFuture<?> ignored = answer.whenComplete((value, failure) -> {
            HivePort.of(hive).notAtClose(atClose);
            if (asker != null && answer.isCancelled()) {
                hive.kill(asker); // with its place in line, and the room for its answer
            }
        });
        assert ignored != null;
    }

    /** Nobody wants the answer any more. */
    void cancel() {
        answer.cancel(false);
    }

    private void close() {
        endAside(new NoReply<>(NoReply.Reason.CLOSED, null));
    }

    /** By the closing thread, or by an asker that was killed: what depends on the answer must not run there. */
    private void endAside(RequestResult<A> last) {
        if (isSimulated) {
            answer.complete(last);
        } else {
            Thread.startVirtualThread(() -> answer.complete(last));
        }
    }

    private void end(NoReply.Reason reason) {
        answer.complete(new NoReply<>(reason, null));
    }

    @Override
    public void run(ActorContext self) {
        RequestResult<A> given = null;
        try {
            given = target.ask(self, question, timeout);
            RequestResult<A> complete = given;
            boolean isFirst = self.blocking(() -> answer.complete(complete)); // what depends on it may block
            assert isFirst || answer.isDone();
        } catch (RuntimeException e) { // a key function that throws, for instance: the asker's to know
            answer.completeExceptionally(e);
        } finally {
            if (!answer.isDone() && given != null) {
                endAside(given); // killed with the answer in its hands
            } else if (!answer.isDone()) {
                close(); // killed
            }
        }
    }
}
