package io.hiveactor.service.engine;

import io.hiveactor.ipc.Ref;
import io.hiveactor.ipc.Request;
import io.hiveactor.ipc.TypedChild;
import io.hiveactor.ipc.TypedSupervisor;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.MailboxLimit;
import io.hiveactor.runtime.NoReply;
import io.hiveactor.runtime.Reply;
import io.hiveactor.runtime.RequestResult;
import io.hiveactor.runtime.SendStatus;
import io.hiveactor.runtime.supervision.Backoff;
import io.hiveactor.runtime.supervision.ChildSpec;
import io.hiveactor.runtime.supervision.StopStatus;
import io.hiveactor.runtime.supervision.Strategy;
import io.hiveactor.runtime.supervision.SupervisorSpec;
import io.hiveactor.service.engine.Answer.Busy.FullQueue;
import io.hiveactor.service.engine.Answer.Unavailable.Cause;
import io.hiveactor.service.queue.Hashes;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Rules;
import io.hiveactor.service.queue.Ulid;
import io.hiveactor.service.store.QueueDepth;
import io.hiveactor.service.store.Store;
import io.hiveactor.service.store.StoreFigures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * The actors of the service, supervised: a committer, a worker for each shard, a scanner and an operator.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class Engine implements Entrance, AutoCloseable {
    /*
     * RUNNING -> DRAINING -> CLOSED. While draining, settlements go on and everything else is refused; the requests that
     * arrived before are answered.
     */
    private enum State {
        RUNNING,
        DRAINING,
        CLOSED
    }

    private static final Duration SLOW_COMMIT = Duration.ofSeconds(5);
    private static final int OPERATOR_ORDERS = 256;

    private final EngineSettings settings;
    private final StoreAccess store;
    private final TypedSupervisor supervisor;
    private final Ref<Commit> committer;
    private final Ref<Scan> scanner;
    private final Ref<Order> operator;
    private final List<Ref<Intake>> workers = new ArrayList<>();
    private final AtomicReference<State> state = new AtomicReference<>(State.RUNNING);

    /**
     * Starts the actors.
     *
     * @param store open; the engine closes it
     * @param rules limits and rules, asked for each batch
     * @param onGivingUp called if actors crash too often
     */
    public Engine(
            Hive hive,
            EngineSettings settings,
            Store store,
            Supplier<Rules> rules,
            EngineListener listener,
            Runnable onGivingUp) {
        this.settings = settings;
        StoreAccess access = new StoreAccess(store, rules, hive::nowNanos);
        this.store = access;
        TypedChild<Commit> committing = TypedChild.of(
                        "committer", Commit.class, () -> new Committer(settings, access, listener))
                .withConfig(limited(4 * settings.batchOperations()));
        TypedChild<Scan> scanning = TypedChild.withSiblings(
                        "scanner", Scan.class, siblings -> new Scanner(siblings.ref(committing), listener))
                .withConfig(ActorConfig.DEFAULT.withLimit(MailboxLimit.dropOldest(16)));
        TypedChild<Order> operating = TypedChild.withSiblings(
                        "operator", Order.class, siblings -> new Operator(settings, siblings.ref(committing)))
                .withConfig(limited(OPERATOR_ORDERS));
        List<ChildSpec> children = new ArrayList<>(List.of(committing.spec(), scanning.spec(), operating.spec()));
        List<TypedChild<Intake>> shards = new ArrayList<>();
        for (int shard = 0; shard < settings.shards(); shard++) {
            TypedChild<Intake> worker = TypedChild.withSiblings(
                            "shard-" + shard, Intake.class, siblings -> new ShardWorker(settings, siblings.ref(committing)))
                    .withConfig(limited(settings.shardCapacity()));
            shards.add(worker);
            children.add(worker.spec());
        }
        supervisor = TypedSupervisor.start(hive, SupervisorSpec.of(Strategy.ONE_FOR_ONE, children.toArray(ChildSpec[]::new))
                .withIntensity(20, Duration.ofSeconds(30))
                .withBackoff(Backoff.exponential(Duration.ofMillis(10), Duration.ofSeconds(1)))
                .withShutdownHook(() -> {
                    if (state.get() != State.CLOSED) {
                        onGivingUp.run();
                    }
                }), ActorConfig.named("service"));
        committer = supervisor.ref(committing);
        scanner = supervisor.ref(scanning);
        operator = supervisor.ref(operating);
        shards.forEach(worker -> workers.add(supervisor.ref(worker)));
    }

    private static ActorConfig limited(int messages) {
        return ActorConfig.DEFAULT.withLimit(MailboxLimit.fail(messages));
    }

    // ---- requests ----

    @Override
    public Answer execute(String topic, List<Operation> operations) {
        if (!isServing(operations.getFirst())) {
            return new Answer.Unavailable(Cause.DRAINING);
        }
        return ask(worker(topic), new Intake.Work(topic, operations), settings.operationTimeout());
    }

    /** While draining, leases can still be settled and figures read. */
    private boolean isServing(Operation operation) {
        return switch (Objects.requireNonNull(state.get())) {
            case RUNNING -> true;
            case CLOSED -> false;
            case DRAINING -> switch (operation) {
                case Operation.OnLease settle -> true;
                case Operation.GiveBack back -> true;
                case Operation.ReadStats read -> true;
                case Operation.ListTopics list -> true;
                case Operation.ListDead list -> true;
                case Operation.ReadDead read -> true;
                default -> false;
            };
        };
    }

    @Override
    public Answer receive(Poll poll) {
        if (state.get() != State.RUNNING) {
            return new Answer.Unavailable(Cause.DRAINING);
        }
        Duration timeout = settings.operationTimeout().plusMillis(poll.waitMs());
        return ask(worker(poll.receive().topic()), new Intake.Receive(poll), timeout);
    }

    @Override
    public boolean cancel(String topic, String pollId, Ulid capability) {
        var cancel = new Commit.Cancel(new Commit.PollKey(topic, pollId, capability));
        return committer.request(cancel, settings.operationTimeout()).orElse(false);
    }

    @Override
    public Answer operate(Operation operation) {
        if (state.get() != State.RUNNING) {
            return new Answer.Unavailable(Cause.DRAINING);
        }
        RequestResult<Answer> result =
                operator.request(new Order.Job(operation), settings.operationTimeout().multipliedBy(6));
        return switch (result) {
            case NoReply<Answer> none when none.reason() == NoReply.Reason.MAILBOX_FULL ->
                new Answer.Busy(FullQueue.REPROC_QUEUE_FULL, 1_000);
            default -> answer(result);
        };
    }

    private Ref<Intake> worker(String topic) {
        return workers.get(Hashes.shardOf(topic, null, workers.size()));
    }

    private Answer ask(Ref<Intake> worker, Request<Intake, Answer> request, Duration timeout) {
        if (!isStoreUsable()) {
            return new Answer.Unavailable(Cause.STORE);
        }
        return answer(worker.request(request, timeout));
    }

    private static Answer answer(RequestResult<Answer> result) {
        return switch (result) {
            case Reply<Answer> reply -> reply.value();
            case NoReply<Answer> none -> switch (none.reason()) {
                case MAILBOX_FULL, NO_MEMORY -> new Answer.Busy(FullQueue.SHARD_BUSY, 1_000);
                case TIMEOUT -> new Answer.Unavailable(Cause.TIMEOUT);
                default -> new Answer.Unavailable(Cause.STORE);
            };
        };
    }

    // ---- health ----

    /** Whether the last commit succeeded and the running one is not stuck. */
    public boolean isStoreUsable() {
        return !store.isFailed() && store.runningNanos() <= SLOW_COMMIT.toNanos();
    }

    public StoreFigures figures() {
        return store.figures();
    }

    /** What the queues held at the last look, which is at most a second before the last batch. */
    public List<QueueDepth> depths() {
        return store.depths();
    }

    public boolean isDraining() {
        return state.get() != State.RUNNING;
    }

    /** Whether all actors run. */
    public boolean isWhole() {
        return committer.isAlive() && scanner.isAlive() && operator.isAlive() && workers.stream().allMatch(Ref::isAlive);
    }

    /** All its actors but the supervisor. */
    List<Ref<?>> actors() {
        List<Ref<?>> actors = new ArrayList<>(List.of(committer, scanner, operator));
        actors.addAll(workers);
        return actors;
    }

    // ---- end ----

    /** Refuses new work from now on, and ends the polls that wait. Settlements are still served. */
    public void drain() {
        if (state.compareAndSet(State.RUNNING, State.DRAINING)) {
            SendStatus status = committer.send(new Commit.EndPolls(), settings.operationTimeout());
            assert status != SendStatus.TOO_LARGE;
        }
    }

    /** Stops the actors and closes the store. Calling it again has no effect. */
    @Override
    public void close() {
        if (state.getAndSet(State.CLOSED) == State.CLOSED) {
            return;
        }
        StopStatus status = supervisor.stop();
        assert status != StopStatus.NOT_A_SUPERVISOR;
        store.close();
    }
}
