package io.hiveactor.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.port.ActorPort;
import io.hiveactor.testkit.TestRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Does with buses what the test says: an actor on the shard of the bus, one elsewhere, or the test's thread itself. */
final class Agent {
    static final int OUTSIDE = 2;
    /** The end of time, for waits. */
    static final Duration FOREVER = Duration.ofNanos(ActorPort.NEVER);

    private final TestRuntime runtime;
    private final @Nullable ActorId actor;
    /** The tags of other messages. */
    final List<Integer> told = new ArrayList<>();

    @FunctionalInterface
    interface Work<R> {
        R by(@Nullable ActorContext self) throws Exception;
    }

    /** @param place a shard, or {@link #OUTSIDE} */
    Agent(TestRuntime runtime, String name, int place) {
        this.runtime = runtime;
        actor = place == OUTSIDE ? null : runtime.hive().spawn(this::handle, ActorConfig.named(name).onShard(place));
    }

    private record Task(CompletableFuture<Object> outcome, Work<?> work) {
        void run(@Nullable ActorContext self) {
            try {
                outcome.complete(work.by(self));
            } catch (Exception e) {
                outcome.completeExceptionally(e);
            }
        }
    }

    private void handle(ActorContext self, Message message) {
        if (message.object() instanceof Task task) {
            task.run(self);
        } else {
            told.add(message.tag());
        }
    }

    ActorId id() {
        return actor;
    }

    /** What it did, which did not take any time. */
    @CanIgnoreReturnValue
    <R> R does(Work<R> work) {
        return begins(work).resultNow();
    }

    /** What it will have done. */
    @SuppressWarnings("unchecked") // it is completed by the same work
    <R> CompletableFuture<R> begins(Work<R> work) {
        var outcome = new CompletableFuture<Object>();
        if (actor == null) {
            new Task(outcome, work).run(null);
        } else {
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(actor, 0, new Task(outcome, work)));
            runtime.runUntilBlocked();
        }
        return (CompletableFuture<R>) outcome;
    }

    <T> Subscription<T> subscribes(Bus<T> bus) {
        return does(self -> self == null ? bus.subscribe() : bus.subscribe(self));
    }

    <T> SubscribeResult<T> triesToSubscribe(Bus<T> bus) {
        return does(self -> self == null ? bus.trySubscribe() : bus.trySubscribe(self));
    }

    <T> String reads(Subscription<T> from) {
        return does(self -> text(from.tryRead()));
    }

    <T> CompletableFuture<String> awaits(Subscription<T> from, Duration timeout) {
        return begins(self -> text(from.read(timeout)));
    }

    <T> PublishStatus publishes(Bus<T> bus, T value) {
        return does(self -> publisher(bus, self).tryPublish(value));
    }

    <T> CompletableFuture<PublishStatus> publishes(Bus<T> bus, T value, Duration timeout) {
        return begins(self -> publisher(bus, self).publish(value, timeout));
    }

    private static <T> BusPublisher<T> publisher(Bus<T> bus, @Nullable ActorContext self) {
        return self == null ? bus.publisher() : bus.publisher(self);
    }

    void closes(Subscription<?> subscription) {
        does(self -> {
            subscription.close();
            return true;
        });
    }

    /** An entry as its value, with {@code !n} for n missed ones; or why there is none. */
    static <T> String text(ReadResult<T> read) {
        return switch (read) {
            case Entry<T> entry -> entry.value() + (entry.missed() == 0 ? "" : "!" + entry.missed());
            case NoEntry<T> none -> none.reason().name();
        };
    }
}
