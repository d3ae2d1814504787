package io.hiveactor.ipc;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.SpawnResult;
import io.hiveactor.runtime.StraightLine;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A request of a thread outside, for which an actor asks. Its answer always comes: at the latest when the hive has
 * closed.
 */
final class OutsideRequest<M, A> implements StraightLine {
    static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

    private final Ref<M> target;
    private final Asks<M, A> question;
    private final Duration timeout;
    private final CompletableFuture<TypedAnswer<A>> answer = new CompletableFuture<>();
    private boolean isSimulated;
    private final Runnable atClose = this::close;

    OutsideRequest(Ref<M> target, Asks<M, A> question, Duration timeout) {
        this.target = target;
        this.question = question;
        this.timeout = timeout;
    }

    CompletableFuture<TypedAnswer<A>> answer() {
        return answer;
    }

    void start(Hive hive) {
        isSimulated = hive.isSimulated();
        hive.atClose(atClose);
        @Nullable SpawnResult asker;
        try {
            asker = hive.trySpawn((StraightLine) this, ActorConfig.named("asker"));
        } catch (IllegalStateException closed) {
            asker = null;
            end(NoReply.CLOSED);
        }
        if (asker instanceof SpawnResult.NoActor) {
            end(NoReply.NO_MEMORY);
        }
        CompletableFuture<?> ignored = answer.whenComplete((value, failure) -> hive.notAtClose(atClose));
        assert ignored != null;
    }

    /** By the closing thread, or by an asker that was killed: what depends on the answer must not run there. */
    private void close() {
        if (isSimulated) {
            end(NoReply.CLOSED);
        } else {
            Thread.startVirtualThread(() -> end(NoReply.CLOSED));
        }
    }

    private void end(NoReply why) {
        answer.complete(new TypedAnswer.Unanswered<>(why));
    }

    @Override
    public void run(ActorContext self) {
        TypedAnswer<A> given = null;
        try {
            given = target.ask(self, question, timeout);
            TypedAnswer<A> complete = given;
            boolean isFirst = self.blocking(() -> answer.complete(complete)); // what depends on it may block
            assert isFirst || answer.isDone();
        } catch (RuntimeException e) { // a key function that throws, for instance: the asker's to know
            answer.completeExceptionally(e);
        } finally {
            if (given == null && !answer.isDone()) {
                close(); // killed
            }
        }
    }
}
