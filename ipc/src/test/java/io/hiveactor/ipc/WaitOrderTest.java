package io.hiveactor.ipc;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.MailboxLimit;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.NoReply;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.Priority;
import io.hiveactor.runtime.Reply;
import io.hiveactor.runtime.ReplyStatus;
import io.hiveactor.runtime.SendStatus;
import io.hiveactor.runtime.WaiterOrder;
import io.hiveactor.runtime.port.Simulations;
import io.hiveactor.testkit.TestRuntime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Waiting senders are served in order: random senders on several shards queue one after the other, some give up, some are
 * killed, and the others arrive in the order that a plain list gives.
 */
class WaitOrderTest {
    private static final int SEEDS = Integer.getInteger("hive.proof.seeds", 500);
    private static final int ROOM = 4;

    private enum What { SLOTS, ROOM_IN_A_MAILBOX }

    private enum Fate { WAITS, TIMES_OUT, IS_KILLED }

    private record Sender(int number, Priority priority, Fate fate, boolean asks, List<Object> ends) {
        List<Object> expectedEnds() {
            return switch (fate) {
                case WAITS -> List.of(asks ? number : SendStatus.SENT);
                case TIMES_OUT -> List.of(asks ? NoReply.Reason.TIMEOUT : SendStatus.TIMEOUT);
                case IS_KILLED -> List.of();
            };
        }

        /** A request wants two slots, and everybody behind it waits until there are two. */
        void send(ActorContext ipc, ActorId reader) {
            long timeout = fate == Fate.TIMES_OUT ? 50 : -1;
            ends.add(!asks
                    ? ipc.send(reader, 0, number, Timeouts.ofMillis(timeout))
                    : switch (ipc.request(reader, 0, number, Timeouts.ofMillis(timeout))) {
                        case Reply<Message> reply -> reply.value().as(Integer.class);
                        case NoReply<Message> none -> none.reason();
                    });
        }
    }

    @ParameterizedTest
    @EnumSource(What.class)
    void turnsAreInTheOrderOfPriorityAndThenOfArrival(What what) {
        long first = TestRuntime.freshSeed();
        for (int i = 0; i < SEEDS; i++) {
            run(first + i, what);
        }
    }

    private static void run(long seed, What what) {
        var random = new SplittableRandom(seed);
        WaiterOrder order = random.nextBoolean() ? WaiterOrder.FIFO : WaiterOrder.BY_PRIORITY;
        int shards = 1 + random.nextInt(3);
        int fairness = random.nextInt(4);
        var runtime = new TestRuntime(TestRuntime.config().shards(shards).waiterOrder(order).fairness(fairness)
                .messages(what == What.SLOTS ? ROOM + 1 : 100).reservedMessages(1).build(), seed);
        runtime.simulation().afterEachStep(() -> Simulations.census(runtime.simulation()));
        var read = new ArrayList<Object>();
        var answers = new HashSet<ReplyStatus>();
        ActorConfig limited = what == What.SLOTS
                ? ActorConfig.DEFAULT
                : ActorConfig.DEFAULT.withLimit(MailboxLimit.blockSender(ROOM));
        ActorId reader = runtime.hive().spawn((ActorBody) self -> {
            self.sleep(ofMillis(100));
            while (true) {
                Message message = self.receive();
                if (message.object() instanceof Integer number) {
                    read.add(number);
                    if (message.messageClass() == MessageClass.REQUEST) {
                        answers.add(self.reply(message, number));
                    }
                }
                self.sleep(ofMillis(1));
            }
        }, limited.onShard(random.nextInt(shards)));
        runtime.runUntilBlocked();
        for (int i = 0; i < ROOM; i++) {
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(reader, "filler"));
        }
        var senders = new ArrayList<Sender>();
        for (int i = 0; i < 3 + random.nextInt(20); i++) {
            senders.add(join(runtime, reader, new Sender(i, Priority.values()[random.nextInt(4)],
                    Fate.values()[random.nextInt(3)], random.nextInt(4) == 0, new ArrayList<>()), random.nextInt(shards)));
        }
        runtime.advance(ofMillis(1000));
        runtime.close();

        List<Sender> waiting = senders.stream().filter(sender -> sender.fate == Fate.WAITS).toList();
        List<Integer> expected = order == WaiterOrder.FIFO
                ? waiting.stream().map(Sender::number).toList()
                : byPriority(new ArrayList<>(waiting), fairness);
        assertEquals(expected, read, "seed " + seed + ", " + order + ", fairness " + fairness);
        answers.remove(ReplyStatus.SENT);
        assertEquals(Set.of(), answers, "seed " + seed);
        senders.forEach(sender -> assertEquals(sender.expectedEnds(), sender.ends, sender + ", seed " + seed));
    }

    /** The highest priority first; with fairness, the lowest one that was skipped as often as it may be. */
    private static List<Integer> byPriority(List<Sender> waiting, int fairness) {
        var served = new ArrayList<Integer>();
        var skips = new EnumMap<Priority, Integer>(Priority.class);
        while (!waiting.isEmpty()) {
            Comparator<Sender> byPriority = Comparator.comparing(Sender::priority);
            Sender next = waiting.stream()
                    .filter(sender -> fairness > 0 && skips.getOrDefault(sender.priority, 0) >= fairness)
                    .max(byPriority.thenComparing(Comparator.comparingInt(Sender::number).reversed()))
                    .orElseGet(() -> waiting.stream().min(byPriority).orElseThrow());
            served.add(next.number);
            waiting.remove(next);
            skips.put(next.priority, 0);
            waiting.stream().map(Sender::priority).distinct().filter(lower -> lower.compareTo(next.priority) > 0)
                    .forEach(lower -> skips.merge(lower, 1, Integer::sum));
        }
        return served;
    }

    @ParameterizedTest
    @EnumSource(What.class)
    void withFairnessALowSenderIsServedThoughCriticalOnesKeepComing(What what) {
        for (int fairness = 1; fairness <= 8; fairness++) {
            int skips = skipsOfALowSender(what, fairness);
            assertTrue(skips >= 0 && skips <= fairness, skips + " with fairness " + fairness);
        }
    }

    @ParameterizedTest
    @EnumSource(What.class)
    void withoutFairnessALowSenderStarvesWhileCriticalOnesKeepComing(What what) {
        assertEquals(-1, skipsOfALowSender(what, 0));
    }

    /** How many messages of CRITICAL senders got in before that of a LOW one since that began to wait; -1 if it never did. */
    private static int skipsOfALowSender(What what, int fairness) {
        var read = new ArrayList<Object>();
        try (var runtime = new TestRuntime(TestRuntime.config().fairness(fairness)
                .messages(what == What.SLOTS ? ROOM + 1 : 100).reservedMessages(1).build(), TestRuntime.freshSeed())) {
            runtime.simulation().afterEachStep(() -> Simulations.census(runtime.simulation()));
            ActorConfig limited = what == What.SLOTS
                    ? ActorConfig.DEFAULT
                    : ActorConfig.DEFAULT.withLimit(MailboxLimit.blockSender(ROOM));
            ActorId reader = runtime.hive().spawn((ActorBody) self -> {
                while (true) {
                    read.add(self.receive().object());
                    self.sleep(ofMillis(1));
                }
            }, limited);
            for (int i = 0; i < 3; i++) {
                runtime.hive().spawn((ActorBody) self -> {
                    while (self.send(reader, 0, "critical") == SendStatus.SENT) {
                        self.yield();
                    }
                }, ActorConfig.DEFAULT.withPriority(Priority.CRITICAL));
            }
            runtime.advance(ofMillis(20));
            // the message that the reader holds has a slot, and no place in the mailbox any more
            int before = read.size() + (what == What.SLOTS ? ROOM - 1 : ROOM);
            var low = runtime.start(self -> self.send(reader, 0, "low"),
                    ActorConfig.DEFAULT.withPriority(Priority.LOW));
            runtime.advance(ofMillis(200));
            assertEquals(fairness > 0, low.isDone());
            return fairness > 0 ? read.indexOf("low") - before : -1;
        }
    }

    private static Sender join(TestRuntime runtime, ActorId reader, Sender sender, int shard) {
        ActorId[] id = new ActorId[1];
        var sent = runtime.start(self -> {
            id[0] = self.self();
            sender.send(self, reader);
            self.sleep(ofNanos(500_000)); // so that the slot of an answer and that of a message do not free at one time
            return null;
        }, ActorConfig.DEFAULT.withPriority(sender.priority).onShard(shard));
        assertEquals(false, sent.isDone());
        if (sender.fate == Fate.IS_KILLED) {
            runtime.hive().kill(id[0]);
        }
        return sender;
    }
}
