package io.hiveactor.ipc;

import static java.time.Duration.ofMillis;

import io.hiveactor.ipc.Parcels.Parcel;
import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorExit;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.DeadlockPolicy;
import io.hiveactor.runtime.DroppedMessage;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.HiveListener;
import io.hiveactor.runtime.MailboxLimit;
import io.hiveactor.runtime.Overflow;
import io.hiveactor.runtime.Priority;
import io.hiveactor.runtime.RegisterStatus;
import io.hiveactor.runtime.SendStatus;
import io.hiveactor.runtime.Simulation;
import io.hiveactor.runtime.Undelivered;
import io.hiveactor.runtime.WaiterOrder;
import io.hiveactor.runtime.WatchConfig;
import io.hiveactor.runtime.port.PoolCensus;
import io.hiveactor.runtime.port.Simulations;
import io.hiveactor.testkit.TestRuntime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A random system of actors on a tiny pool, which checks at every step what must always hold, and at its end that
 * nothing is left.
 */
final class RandomSystem implements HiveListener {
    private static final int RESERVED = 2;

    private final long seed;
    private final SplittableRandom random;
    private final Simulation simulation;
    final Hive hive;
    private final int promised;
    final List<ActorId> actors = new ArrayList<>();
    private final Map<ActorId, MailboxLimit> limits = new HashMap<>();
    final Parcels parcels = new Parcels(this::require);
    final OpenCalls calls = new OpenCalls();
    private final ReentrantLock lock = new ReentrantLock();

    private long steps;
    /** The first; thrown by an actor or a listener it would end in a log. */
    private @Nullable Throwable failure;

    long timeouts;
    long received;
    long replies;
    long handedOn;
    long fromOutside;

    RandomSystem(long seed) {
        this.seed = seed;
        random = new SplittableRandom(seed);
        boolean hasCaches = random.nextInt(3) == 0;
        int messages = (hasCaches ? 8 : RESERVED + 3) + random.nextInt(10); // nothing is cached of less than 8
        DeadlockPolicy policy = random.nextBoolean() ? DeadlockPolicy.FAIL : DeadlockPolicy.REPORT;
        HiveConfig config = TestRuntime.config()
                .shards(1 + random.nextInt(3))
                .messages(messages)
                .reservedMessages(RESERVED)
                .messagesPerTurn(1 + random.nextInt(4))
                .dispatchesPerTurn(1 + random.nextInt(8))
                .fairness(Math.max(0, Math.floorMod(seed, 4) - 1)) // half of the systems have strict priorities
                .waiterOrder(random.nextBoolean() ? WaiterOrder.FIFO : WaiterOrder.BY_PRIORITY)
                .debug(random.nextInt(8) == 0)
                .watch(WatchConfig.DEFAULT.withPolicy(policy))
                .listener(this)
                .build();
        promised = messages - RESERVED;
        simulation = hasCaches ? Simulations.startWithCaches(config, seed) : Simulation.start(config, seed);
        hive = simulation.hive();
        simulation.afterEachStep(this::checkStep);
    }

    void run() throws InterruptedException {
        int count = 2 + random.nextInt(7);
        for (int i = 0; i < count; i++) {
            actors.add(spawn(i));
        }
        for (int i = random.nextInt(10); i > 0; i--) {
            simulation.advance(ofMillis(random.nextInt(20)));
            sendFromOutside();
        }
        // no call waits longer than this, so after it everybody has come to the end of his operations
        simulation.advance(ofMillis(RandomActor.OPERATIONS * 60L));
        require(hive.stats().actors() == 0, "all have ended: " + hive.stats());
        PoolCensus census = Simulations.census(simulation);
        require(census.free() + census.cached() == census.all(), "every slot is back: " + census);
        require(simulation.waiting() == 0, "nobody waits");
        parcels.checkNothingIsLost();
        simulation.close();
    }

    private ActorId spawn(int index) {
        var choices = new SplittableRandom(seed * 31 + index);
        ActorConfig config = ActorConfig.named("a" + index)
                .onShard(choices.nextInt(hive.config().shards()))
                .withPriority(Priority.values()[choices.nextInt(4)]);
        MailboxLimit limit = limit(choices);
        if (limit != null) {
            config = config.withLimit(limit);
        }
        ActorId id = choices.nextInt(3) == 0
                ? hive.spawn(handler(choices), config)
                : hive.spawn((ActorBody) self -> new RandomActor(this, self, choices).live(), config);
        if (limit != null) {
            limits.put(id, limit);
        }
        require(hive.names().register(id.name(), id) == RegisterStatus.REGISTERED, "a name of its own");
        // a handler has no end of its own, and a straight-line actor may die early
        hive.spawn((ActorBody) self -> {
            self.sleep(ofMillis(choices.nextInt(5) == 0 ? choices.nextInt(50) : RandomActor.OPERATIONS * 55L));
            self.kill(id);
        });
        return id;
    }

    private Handler handler(SplittableRandom choices) {
        var actor = new AtomicReference<RandomActor>();
        return (self, message) -> {
            actor.compareAndSet(null, new RandomActor(this, self, choices));
            actor.get().handle(message);
        };
    }

    private @Nullable MailboxLimit limit(SplittableRandom choices) {
        int messages = 1 + choices.nextInt(3);
        return switch (choices.nextInt(10)) {
            case 0 -> MailboxLimit.fail(messages);
            case 1 -> MailboxLimit.dropNewest(messages);
            case 2 -> MailboxLimit.dropOldest(messages);
            case 3 -> MailboxLimit.conflate(messages, parcel -> {
                pauseAtTimes(choices);
                return ((Parcel) parcel).tag;
            });
            case 4, 5, 6 -> MailboxLimit.blockSender(messages);
            default -> null;
        };
    }

    private void sendFromOutside() throws InterruptedException {
        ActorId to = actors.get(random.nextInt(actors.size()));
        Parcel parcel = parcels.next(null, to, random.nextInt(Parcels.TAGS), false);
        long timeout = random.nextInt(10);
        long before = hive.nowNanos();
        parcels.sent(parcel);
        SendStatus status = hive.send(to, parcel.tag, parcel, ofMillis(timeout));
        long spent = hive.nowNanos() - before;
        require(spent <= timeout * 1_000_000, "a send of " + timeout + " ms from outside took " + spent + " ns");
        require(status != SendStatus.TIMEOUT || spent == timeout * 1_000_000, "it timed out after " + spent + " ns");
        if (status == SendStatus.SENT) {
            fromOutside++;
        } else {
            parcels.notSent(parcel, status);
        }
    }

    boolean isConflated(ActorId actor) {
        MailboxLimit limit = limits.get(actor);
        return limit != null && limit.overflow() == Overflow.CONFLATE;
    }

    /** Users' code inside our calls may wait as well: for a lock that somebody holds for a while, or in a call of ours. */
    void pauseAtTimes(SplittableRandom choices) {
        ActorContext self = hive.current();
        if (self == null || choices.nextInt(3) != 0) {
            return;
        }
        calls.pauses(self.self());
        if (choices.nextBoolean()) {
            lock.lock();
            try {
                self.sleep(ofMillis(1));
            } finally {
                lock.unlock();
            }
        } else {
            self.sleep(ofMillis(1));
        }
    }

    // ---- what is told ----

    @Override
    public void onExit(ActorExit exit) {
        if (exit.cause() != null && failure == null) {
            failure = exit.cause();
        }
    }

    @Override
    public void onDrop(DroppedMessage drop) {
        if (drop.reason() != DroppedMessage.Reason.CAME_TOO_LATE) {
            lost(drop.object(), drop.sender(), drop.receiver(), drop.tag());
        }
    }

    @Override
    public void onUndelivered(Undelivered message) {
        lost(message.object(), message.sender(), message.receiver(), message.tag());
    }

    private void lost(@Nullable Object object, ActorId sender, ActorId receiver, int tag) {
        parcels.lost(object, sender, receiver, tag, !actors.contains(sender));
    }

    // ---- what always holds ----

    private void checkStep() {
        steps++;
        if (failure != null) {
            throw new AssertionError("(seed " + seed + ", step " + steps + ")", failure);
        }
        String late = calls.late(hive.nowNanos());
        require(late == null, late);
        PoolCensus census = Simulations.census(simulation);
        int inUse = census.queued() + census.held() + census.granted() + census.answers();
        boolean isComplete = census.free() + census.cached() + inUse == census.all();
        boolean isKept = census.waiting() == 0 || inUse + census.wanted() > promised;
        boolean isServed = census.waiting() == 0 || census.usable() < census.wanted();
        if (!isComplete || !isKept || !isServed) {
            require(isComplete, "a slot too many or too few: " + census);
            require(isKept, "somebody waits though fewer than the promised " + promised + " slots are in use: " + census);
            require(isServed, "somebody waits for what is there: " + census);
        }
    }

    void require(boolean holds, @Nullable String what) {
        if (!holds) {
            var broken = new AssertionError(what + " (seed " + seed + ", step " + steps + ")");
            if (failure == null) {
                failure = broken;
            }
            throw broken;
        }
    }
}
