package io.hiveactor.ipc;

import static java.time.Duration.ofMillis;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Drop;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.HiveListener;
import io.hiveactor.runtime.MailboxLimit;
import io.hiveactor.runtime.Matched;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.MessageFilter;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.Overflow;
import io.hiveactor.runtime.PoolCensus;
import io.hiveactor.runtime.Priority;
import io.hiveactor.runtime.ReplyStatus;
import io.hiveactor.runtime.SendStatus;
import io.hiveactor.runtime.StraightLine;
import io.hiveactor.runtime.Undelivered;
import io.hiveactor.runtime.WaiterOrder;
import io.hiveactor.testkit.TestRuntime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A random system of actors on a tiny pool, which checks at every step what must always hold, and at its end that
 * nothing is left.
 */
final class RandomSystem implements HiveListener {
    private static final int RESERVED = 2;
    private static final int OPERATIONS = 25;
    private static final int TAGS = 3;

    /** One message, for ever different from all others. */
    private record Parcel(ActorId sender, ActorId receiver, int tag, long number) {
        @Override
        public String toString() {
            return sender + " to " + receiver + " tag " + tag + " number " + number;
        }
    }

    private final long seed;
    private final Random random;
    private final TestRuntime runtime;
    private final List<ActorId> actors = new ArrayList<>();
    private final Map<ActorId, MailboxLimit> limits = new HashMap<>();
    private long numbers;

    /** Sent, and neither received nor known to be lost. */
    private final Set<Parcel> underWay = new HashSet<>();
    /** The last one that came, per sender, receiver and tag. */
    private final Map<List<Object>, Long> lastReceived = new HashMap<>();
    /** Per question, the answers that were given to it. */
    private final Set<Object> answered = new HashSet<>();

    private long steps;
    /** How often the users' code inside our calls has waited, which no deadline of ours bounds. */
    private long pauses;
    long waited;
    long timeouts;
    long received;
    long replies;

    RandomSystem(long seed) {
        this.seed = seed;
        random = new Random(seed);
        HiveConfig config = TestRuntime.config()
                .shards(1 + random.nextInt(3))
                .messages(RESERVED + 3 + random.nextInt(10))
                .reservedMessages(RESERVED)
                .messagesPerTurn(1 + random.nextInt(4))
                .dispatchesPerTurn(1 + random.nextInt(8))
                .waiterOrder(random.nextBoolean() ? WaiterOrder.FIFO : WaiterOrder.BY_PRIORITY)
                .debug(random.nextInt(8) == 0)
                .listener(this)
                .build();
        runtime = new TestRuntime(config, seed);
        runtime.simulation().afterEachStep(this::checkSlots);
    }

    void run() {
        int count = 2 + random.nextInt(7);
        for (int i = 0; i < count; i++) {
            actors.add(spawn(i));
        }
        // no call waits longer than this, so after it everybody has come to the end of his operations
        runtime.advance(ofMillis(OPERATIONS * 60L));
        require(runtime.hive().stats().actors() == 0, "all have ended: " + runtime.hive().stats());
        PoolCensus census = runtime.simulation().census();
        require(census.free() == census.all(), "every slot is back: " + census);
        require(runtime.waiterCount() == 0, "nobody waits");
        underWay.removeAll(unclear);
        require(underWay.isEmpty(), "messages are lost: " + underWay);
        runtime.close();
    }

    private ActorId spawn(int index) {
        var choices = new Random(seed * 31 + index);
        ActorConfig config = ActorConfig.named("a" + index)
                .onShard(choices.nextInt(runtime.hive().config().shards()))
                .withPriority(Priority.values()[choices.nextInt(4)]);
        MailboxLimit limit = limit(choices);
        if (limit != null) {
            config = config.withLimit(limit);
        }
        ActorId id = choices.nextInt(3) == 0
                ? runtime.hive().spawn((self, message) -> handle(self, message, choices), config)
                : runtime.hive().spawn((StraightLine) self -> live(self, choices), config);
        if (limit != null) {
            limits.put(id, limit);
        }
        // a handler has no end of its own, and a straight-line actor may die early
        runtime.hive().spawn((StraightLine) self -> {
            self.sleep(ofMillis(choices.nextInt(5) == 0 ? choices.nextInt(50) : OPERATIONS * 55L));
            self.kill(id);
        });
        return id;
    }

    private MailboxLimit limit(Random choices) {
        int messages = 1 + choices.nextInt(3);
        return switch (choices.nextInt(10)) {
            case 0 -> MailboxLimit.fail(messages);
            case 1 -> MailboxLimit.dropNewest(messages);
            case 2 -> MailboxLimit.dropOldest(messages);
            case 3 -> MailboxLimit.conflate(messages, parcel -> {
                pauseAtTimes(choices);
                return ((Parcel) parcel).tag();
            });
            case 4, 5, 6 -> MailboxLimit.blockSender(messages);
            default -> null;
        };
    }

    // ---- what actors do ----

    private void live(ActorContext self, Random choices) {
        var debts = new ArrayDeque<LaterReply>();
        for (int i = 0; i < OPERATIONS; i++) {
            operate(self, choices, debts);
        }
    }

    private void handle(ActorContext self, Message message, Random choices) {
        took(self, message, choices, new ArrayDeque<>());
        if (choices.nextBoolean()) {
            operate(self, choices, new ArrayDeque<>());
        }
    }

    private void operate(ActorContext self, Random choices, Deque<LaterReply> debts) {
        Ipc ipc = Ipc.of(self);
        long timeout = choices.nextInt(3) == 0 ? 0 : choices.nextInt(20);
        long before = self.nowNanos();
        long pausesBefore = pauses;
        switch (choices.nextInt(14)) {
            case 0, 1 -> {
                Parcel parcel = parcel(self, choices);
                expect(parcel, self.notify(parcel.receiver, parcel.tag, parcel) == NotifyStatus.SENT);
            }
            case 2, 3, 4 -> send(ipc, parcel(self, choices), timeout);
            case 5, 6 -> took(self, ipc.receive(timeout), choices, debts);
            case 7 -> took(self, ipc.receiveMatch(filter(self, choices), timeout), choices, debts);
            case 8 -> {
                Selected selected = ipc.select(timeout, filter(self, choices), filter(self, choices));
                if (selected instanceof Selected.Received got) {
                    took(self, got.message(), choices, debts);
                }
            }
            case 9, 11, 12 -> request(self, ipc, choices, timeout + 1);
            case 10 -> {
                if (!debts.isEmpty()) {
                    count(debts.poll().reply(numbers));
                }
                if (choices.nextInt(4) == 0) {
                    var unused = self.after(ofMillis(choices.nextInt(5)));
                }
                self.sleep(ofMillis(timeout));
            }
            default -> {
                if (choices.nextInt(12) == 0) {
                    self.kill(other(self, choices));
                }
                self.yield();
            }
        }
        long spent = self.nowNanos() - before;
        require(pauses != pausesBefore || spent <= (timeout + 1) * 1_000_000 * 3,
                "a call of " + timeout + " ms took " + spent + " ns");
    }

    private void send(Ipc ipc, Parcel parcel, long timeout) {
        underWay.add(parcel); // it may be received before the call returns
        SendStatus status = null;
        try {
            status = ipc.send(parcel.receiver, parcel.tag, parcel, timeout);
        } finally {
            if (status == null) {
                require(underWay.remove(parcel), "sent by a killed actor: " + parcel);
            }
        }
        if (status != SendStatus.SENT) {
            require(underWay.remove(parcel), "sent in spite of " + status + ": " + parcel);
            require(status != SendStatus.TIMEOUT || timeout > 0, "a timeout without waiting");
            timeouts += status == SendStatus.TIMEOUT ? 1 : 0;
        }
    }

    private void request(ActorContext self, Ipc ipc, Random choices, long timeout) {
        Parcel parcel = parcel(self, choices);
        underWay.add(parcel);
        Answer answer = null;
        try {
            answer = ipc.request(parcel.receiver, parcel.tag, parcel, timeout);
        } finally {
            if (answer == null) {
                unclear.add(parcel);
            }
        }
        switch (answer) {
            case Reply reply -> {
                require(parcel.equals(reply.message().object()) || reply.message().object() instanceof Long,
                        "the answer to another question: " + reply + " to " + parcel);
                require(answered.add(parcel), "answered twice");
                replies++;
            }
            case NoReply none -> {
                boolean wasSent = none.why() == NoReply.Why.CLOSED
                        || none.why() == NoReply.Why.DROPPED
                        || none.target() != null;
                if (!wasSent) {
                    require(underWay.remove(parcel), "asked in spite of " + none + ": " + parcel);
                } else if (none.why() != NoReply.Why.TIMEOUT) {
                    unclear.add(parcel);
                }
            }
        }
    }

    /** Requests that ended early, by a death or a drop: they may never have been queued. */
    private final Set<Parcel> unclear = new HashSet<>();

    private void expect(Parcel parcel, boolean isSent) {
        if (isSent) {
            underWay.add(parcel);
        }
    }

    private void took(ActorContext self, Matched received, Random choices, Deque<LaterReply> debts) {
        if (!(received instanceof Message message) || message.messageClass() == MessageClass.TIMER) {
            return;
        }
        this.received++;
        Parcel parcel = message.as(Parcel.class);
        require(parcel.receiver == self.self() && parcel.sender == message.sender(), "not for me: " + parcel);
        require(underWay.remove(parcel), "received twice, or never sent: " + parcel);
        MailboxLimit limit = limits.get(self.self());
        if (limit == null || limit.overflow() != Overflow.CONFLATE) {
            Long last = lastReceived.put(List.of(parcel.sender, parcel.receiver, parcel.tag), parcel.number);
            require(last == null || last < parcel.number, "out of order: " + parcel + " after " + last);
        }
        if (message.messageClass() == MessageClass.REQUEST) {
            switch (choices.nextInt(4)) {
                case 0 -> {} // never
                case 1 -> debts.add(Ipc.of(self).replyLater(message));
                default -> count(Ipc.of(self).reply(message, parcel));
            }
        }
    }

    private void count(ReplyStatus status) {
        waited += status == ReplyStatus.NOT_WAITING ? 1 : 0;
    }

    private Parcel parcel(ActorContext self, Random choices) {
        return new Parcel(self.self(), other(self, choices), choices.nextInt(TAGS), numbers++);
    }

    private ActorId other(ActorContext self, Random choices) {
        ActorId other = self.self();
        while (other == self.self()) {
            other = actors.get(choices.nextInt(actors.size()));
        }
        return other;
    }

    private MessageFilter filter(ActorContext self, Random choices) {
        MessageFilter filter = MessageFilter.any();
        if (choices.nextBoolean()) {
            filter = filter.tag(choices.nextInt(TAGS));
        }
        if (choices.nextInt(3) == 0) {
            filter = filter.from(other(self, choices));
        }
        if (choices.nextInt(4) == 0) {
            filter = filter.where(message -> {
                int tag = message.tag();
                pauseAtTimes(choices);
                return tag != 0;
            });
        }
        return filter;
    }

    /** Users' code inside our calls may wait as well: for a lock that somebody holds for a while, or in a call of ours. */
    private void pauseAtTimes(Random choices) {
        ActorContext self = runtime.hive().current();
        if (self == null || choices.nextInt(3) != 0) {
            return;
        }
        pauses++;
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

    private final ReentrantLock lock = new ReentrantLock();

    // ---- what is told ----

    @Override
    public void onDrop(Drop drop) {
        if (drop.reason() != Drop.Reason.CAME_TOO_LATE) {
            lost(drop.object());
        }
    }

    @Override
    public void onUndelivered(Undelivered message) {
        lost(message.object());
    }

    private void lost(Object object) {
        require(underWay.remove((Parcel) object), "lost twice, or never sent: " + object);
    }

    // ---- what always holds ----

    private void checkSlots() {
        steps++;
        PoolCensus census = runtime.simulation().census();
        int sum = census.free() + census.cached() + census.queued() + census.held() + census.granted()
                + census.answers();
        require(sum == census.all(), "a slot too many or too few: " + census);
        require(census.waiting() == 0 || census.usable() < census.wanted(),
                "somebody waits for what is there: " + census);
    }

    private void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what + " (seed " + seed + ", step " + steps + ")");
        }
    }
}
