package io.hiveactor.ipc;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorExit;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.MessageFilter;
import io.hiveactor.runtime.Monitor;
import io.hiveactor.runtime.port.ActorPort;
import io.hiveactor.runtime.port.Notice;
import io.hiveactor.runtime.supervision.Backoff;
import io.hiveactor.runtime.supervision.ChildSpec;
import io.hiveactor.runtime.supervision.Strategy;
import io.hiveactor.runtime.supervision.Supervisor;
import io.hiveactor.runtime.supervision.SupervisorSpec;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The actor in front of a pool of workers, as its own code.
 *
 * <p><b>Threads:</b> owner only, the front's code, but for {@link Worker}.
 */
final class WorkerPool<M> {
    /*
     * Messages wait in the front's mailbox. It hands one to a worker only when that has handled the one before, so a crash
     * loses only the message that it happened on. A message moves to the worker in its own slot: a pool that is full of
     * waiting messages cannot keep the front from handing them out. A worker wakes the front by a notice, which needs no
     * slot either.
     *
     * A worker is idle if it has handled as many messages as it was given. Both numbers begin anew with each life of the
     * worker: one that was killed leaves no count behind.
     */
    private static final Duration RETRY = Duration.ofMillis(1);
    private static final Backoff BACKOFF = Backoff.exponential(Duration.ofMillis(1), Duration.ofSeconds(1));

    private final ActorContext self;
    private final ActorId front;
    private final Class<M> type;
    private final Routing<? super M> routing;
    private final Supplier<? extends TypedHandler<M>> handler;
    private final ActorPort port;
    private final Worker[] workers;
    private int next;
    private @Nullable Monitor supervisor;
    private boolean hasRefused;

    /** A worker, which counts what the front gave to it, and not its own timers and futures. */
    interface Counting {
        /** Whether the message being handled came from the front. */
        boolean isGiven(TypedContext<?> context);

        /** One that came from the front has been handled. */
        void handled();
    }

    /** One life of a worker. Written by the worker, read by the front. */
    private static final class Life {
        final ActorId id;
        final AtomicLong handled = new AtomicLong();

        Life(ActorId id) {
            this.id = id;
        }
    }

    /** A worker as the front knows it. */
    private static final class Worker {
        final Notice wakeUp;
        /** Written by the worker when it starts. */
        volatile @Nullable Life life;
        /** The life that the front gave messages to last, and how many. */
        private @Nullable Life known;

        private long given;

        Worker(Notice wakeUp) {
            this.wakeUp = wakeUp;
        }

        boolean isIdle() {
            Life current = life;
            return current != null && (current != known || current.handled.get() == given);
        }

        void gave(Life current) {
            given = current == known ? given + 1 : 1;
            known = current;
        }
    }

    WorkerPool(
            ActorContext self,
            Class<M> type,
            int size,
            Routing<? super M> routing,
            Supplier<? extends TypedHandler<M>> handler) {
        this.self = self;
        front = self.self();
        this.type = type;
        this.routing = routing;
        this.handler = handler;
        port = ((ActorPort.Holder) self).port();
        workers = new Worker[size];
        for (int i = 0; i < size; i++) {
            workers[i] = new Worker(port.notice(i, workers));
        }
    }

    /** Hands messages to workers until the workers' supervisor ends, and this actor with it. */
    void run() {
        var specs = new ChildSpec[workers.length];
        for (int i = 0; i < workers.length; i++) {
            Worker worker = workers[i];
            specs[i] = ChildSpec.handler("worker-" + i, siblings -> TypedActor.of(self.hive(), type, new Handing(worker)));
        }
        ActorId unused = Supervisor.start(self,
                SupervisorSpec.of(Strategy.ONE_FOR_ONE, specs).withIntensity(0, RETRY).withBackoff(BACKOFF),
                ActorConfig.named("workers").endingWithParent().withInit(id -> supervisor = (Monitor) self.monitor(id)));
        MessageFilter signals = MessageFilter.any().where(message -> !port.isFromSender(message));
        while (true) {
            if (self.receive(canHandOut() ? whatCanBeHandedOut() : signals) instanceof Message message) {
                if (port.isFromSender(message)) {
                    handOut(message);
                } else {
                    note(message);
                }
            }
        }
    }

    private void note(Message signal) {
        Monitor monitor = Objects.requireNonNull(supervisor);
        if (signal.messageClass() == MessageClass.EXIT && signal.correlation() == monitor.number()) {
            ActorExit exit = signal.as(ActorExit.class);
            throw new IllegalStateException("the workers of " + self.self() + " have ended: " + exit.reason(), exit.cause());
        } // otherwise a worker has become idle
    }

    // ---- routing ----

    private boolean canHandOut() {
        return routing.kind == Routing.Kind.ROUND_ROBIN ? workers[next].isIdle() : anyIdle() != null;
    }

    /** Signals, and the messages whose worker is idle. A new filter each time: what it refuses changes. */
    private MessageFilter whatCanBeHandedOut() {
        return routing.kind == Routing.Kind.BY_KEY
                ? MessageFilter.any().where(message -> !port.isFromSender(message) || workerOf(message).isIdle())
                : MessageFilter.any();
    }

    private @Nullable Worker anyIdle() {
        for (Worker worker : workers) {
            Life current = worker.life;
            if (worker.isIdle() && current != null && self.isAlive(current.id)) {
                return worker;
            }
        }
        return null;
    }

    private Worker workerOf(Message message) {
        Function<? super M, ?> key = Objects.requireNonNull(routing.key);
        Object of = type.isInstance(message.object()) ? key.apply(type.cast(message.object())) : null;
        return workers[Math.floorMod(Objects.hashCode(of), workers.length)];
    }

    private @Nullable Worker chosenFor(Message message) {
        return switch (routing.kind) {
            case ROUND_ROBIN -> {
                Worker chosen = workers[next];
                next = (next + 1) % workers.length;
                yield chosen;
            }
            case LEAST_LOADED -> anyIdle();
            case BY_KEY -> workerOf(message);
        };
    }

    private void handOut(Message message) {
        if (!type.isInstance(message.object()) && !(message.object() instanceof TypedContext.Task)) {
            port.refuseType(message, type, !hasRefused);
            hasRefused = true;
            return;
        }
        Worker worker = chosenFor(message);
        while (worker == null || !isGivenTo(worker, message)) { // it was killed while it was idle
            if (!self.isAlive(Objects.requireNonNull(supervisor).target())) {
                throw new IllegalStateException("the workers of " + self.self() + " have ended");
            }
            self.sleep(RETRY); // and no receive, which would give the message away
            worker = routing.kind == Routing.Kind.LEAST_LOADED ? anyIdle() : worker;
        }
    }

    private boolean isGivenTo(Worker worker, Message message) {
        Life current = worker.life;
        if (current == null || !port.handOver(message, current.id).isSent()) {
            return false;
        }
        worker.gave(current);
        return true;
    }

    /** The user's handler in a worker. */
    private final class Handing implements TypedHandler<M>, Counting {
        private final Worker worker;
        private final TypedHandler<M> user = Objects.requireNonNull(handler.get(), "handler");
        private @Nullable Life life;

        Handing(Worker worker) {
            this.worker = worker;
        }

        @Override
        public void onStart(TypedContext<M> context) throws Exception {
            user.onStart(context);
            life = new Life(context.ref().id());
            worker.life = life;
            worker.wakeUp.give();
        }

        @Override
        public void onMessage(TypedContext<M> context, M message) throws Exception {
            boolean isGiven = isGiven(context);
            user.onMessage(context, message);
            if (isGiven) {
                handled();
            }
        }

        @Override
        public boolean isGiven(TypedContext<?> context) {
            return context.sender() == front;
        }

        @Override
        public void handled() {
            Objects.requireNonNull(life).handled.incrementAndGet();
            worker.wakeUp.give();
        }

        @Override
        public void onStop(ExitReason reason) throws Exception {
            user.onStop(reason);
        }

        @Override
        public void onExit(TypedContext<M> context, ActorExit exit) throws Exception {
            user.onExit(context, exit);
        }

        @Override
        public void onSignal(TypedContext<M> context, Message message) throws Exception {
            user.onSignal(context, message);
        }
    }
}
