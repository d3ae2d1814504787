package io.hiveactor.testkit;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.ipc.Ref;
import io.hiveactor.ipc.Request;
import io.hiveactor.ipc.TypedContext;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.DeferredReply;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.ReplyStatus;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An actor that stands in for another one in a test: it keeps the messages it receives, and answers requests with what
 * the test says.
 *
 * <pre>{@code
 * Probe<Command> account = runtime.probe(Command.class);
 * … an actor under test is given account.ref() …
 * Withdraw request = account.expect(Withdraw.class, each -> each.amount() == 50);
 * account.answer(request, true);
 * account.expectNothing();
 * }</pre>
 *
 * <p>Each call first runs the actors until none can run. Time stands still.
 *
 * <p><b>Threads:</b> owner only, the test's thread.
 *
 * @param <M> the messages it takes
 */
public final class Probe<M> {
    private final TestRuntime runtime;
    private final Class<M> type;
    private final Ref<M> ref;
    private final Deque<M> received = new ArrayDeque<>();
    /** The requests that were received and not answered, by identity: equal requests are not the same. */
    private final IdentityHashMap<Object, DeferredReply<Object>> unanswered = new IdentityHashMap<>();
    private @Nullable ReplyStatus lastReply;

    Probe(TestRuntime runtime, Class<M> type, ActorConfig config) {
        this.runtime = runtime;
        this.type = type;
        Ref<Object> actor = Ref.spawn(runtime.hive(), Object.class, this::onMessage, config);
        ref = Ref.of(runtime.hive(), actor.id());
    }

    /** An answer that the actor is to give: only it has the right to. */
    private record Answer(DeferredReply<Object> to, Object value) {}

    private void onMessage(TypedContext<Object> self, Object message) {
        if (message instanceof Answer answer) {
            lastReply = answer.to.reply(answer.value);
            return;
        }
        if (message instanceof Request<?, ?> request) {
            @SuppressWarnings("unchecked") // the answer's type is checked where the test gives it
            var question = (Request<Object, Object>) request;
            unanswered.put(message, self.deferReply(question));
        }
        if (!type.isInstance(message)) {
            throw new AssertionError(ref + " takes messages of " + type.getName() + " and received " + message);
        }
        received.add(type.cast(message));
    }

    /** What actors under test send to. */
    public Ref<M> ref() {
        return ref;
    }

    /** The id of the probe's actor. */
    public ActorId id() {
        return ref.id();
    }

    /** The messages that were received and not expected yet, the oldest first. */
    public List<M> received() {
        runtime.runUntilBlocked();
        return new ArrayList<>(received);
    }

    /**
     * Takes the oldest message.
     *
     * @throws AssertionError if there is none
     */
    @CanIgnoreReturnValue
    public M next() {
        runtime.runUntilBlocked();
        M oldest = received.poll();
        if (oldest == null) {
            throw failure("has received nothing");
        }
        return oldest;
    }

    /**
     * Takes the oldest message, which must be equal to the given one.
     *
     * @throws AssertionError if there is none, or another one
     */
    public void expect(M message) {
        M oldest = next();
        if (!oldest.equals(message)) {
            throw failure("expected " + message + " but received " + oldest);
        }
    }

    /**
     * Takes the oldest message, which must be of the given type.
     *
     * @throws AssertionError if there is none, or one of another type
     */
    @CanIgnoreReturnValue
    public <T extends M> T expect(Class<T> expected) {
        M oldest = next();
        if (!expected.isInstance(oldest)) {
            throw failure("expected a " + expected.getSimpleName() + " but received " + oldest);
        }
        return expected.cast(oldest);
    }

    /**
     * Takes the oldest message, which must be of the given type and meet a condition.
     *
     * @throws AssertionError if there is none, or another one
     */
    @CanIgnoreReturnValue
    public <T extends M> T expect(Class<T> expected, Predicate<? super T> condition) {
        T message = expect(expected);
        if (!condition.test(message)) {
            throw failure("received " + message + ", which does not meet the condition");
        }
        return message;
    }

    /**
     * Requires that there is no message that was not expected yet.
     *
     * @throws AssertionError if there is one
     */
    public void expectNothing() {
        List<M> left = received();
        if (!left.isEmpty()) {
            throw failure("expected nothing but received " + left);
        }
    }

    /**
     * Answers a request that the probe has received, and runs the actors until none can run.
     *
     * @param request the object that was received, not one that is equal to it
     * @throws IllegalArgumentException if the probe has not received it, or has answered it
     * @throws AssertionError if the asker waits for no answer any more
     */
    public <A> void answer(Request<? super M, A> request, A value) {
        DeferredReply<Object> right = unanswered.remove(request);
        if (right == null) {
            throw new IllegalArgumentException(ref + " has no unanswered request " + request);
        }
        lastReply = null;
        NotifyStatus status = Ref.<Object>of(runtime.hive(), id()).notify(new Answer(right, value));
        runtime.runUntilBlocked();
        if (lastReply != ReplyStatus.SENT) {
            throw failure("could not answer " + request + ": " + (lastReply == null ? status : lastReply));
        }
    }

    private AssertionError failure(String what) {
        return new AssertionError("probe " + ref + " " + what + " (seed " + runtime.seed() + ")");
    }
}
