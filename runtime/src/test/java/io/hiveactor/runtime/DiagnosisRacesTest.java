package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.hiveactor.runtime.diagnosis.Diagnosis;
import io.hiveactor.runtime.port.ActorPort;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nobody is called deadlocked who goes on by himself, in the orders of events that come nearest to it. */
@Timeout(60)
class DiagnosisRacesTest {
    /**
     * Three shards. The receiver waits for the helper, the helper for the starter, the starter for the receiver; but
     * each does so at another time. The starter has woken the helper before its own shard answers the first look. The
     * helper sends to the receiver, and ends, while the second look's question lies before a shard that somebody keeps.
     */
    @Nested
    class GivenThreeWhoWaitInTurn {
        private static final Duration AT_MOST = Duration.ofSeconds(2);

        private final AtomicBoolean isKept = new AtomicBoolean();
        private final AtomicBoolean isStarting = new AtomicBoolean();
        private final CompletableFuture<ActorId> helper = new CompletableFuture<>();
        private final CompletableFuture<ActorId> starter = new CompletableFuture<>();
        private final CompletableFuture<String> received = new CompletableFuture<>();

        @Test
        void whoseSenderSendsAndEndsBeforeTheSecondAnswerIsNotDeadlocked() throws Exception {
            try (Hive hive = Hives.start(Hives.config().shards(3).watch(WatchConfig.OFF))) {
                ActorId receiver = Ports.spawn(hive, "receiver", 0, this::receive);
                helper.complete(Ports.spawn(hive, "helper", 1, self -> help(self, receiver, hive.shards()[0])));
                ActorId keeper = hive.spawn((Handler) (self, message) -> keep(hive), Ports.on("keeper", 0));
                starter.complete(
                        Ports.spawn(hive, "starter", 2, self -> start(self, keeper, receiver, hive.shards())));
                Hives.sent(hive.notify(receiver, "go"));
                Hives.sent(hive.notify(helper.join(), "go"));
                Hives.eventually("both wait", () -> Ports.waits(hive, "receiver") && Ports.waits(hive, "helper"));
                Hives.sent(hive.notify(starter.join(), "go"));
                Hives.eventually("its shard is kept", isStarting::get);

                Diagnosis diagnosis = hive.surveyor.examine(false, () -> {}, each -> List.of()).diagnosis();

                assertEquals("go on", received.get(20, TimeUnit.SECONDS));
                assertEquals(Set.of(), Ports.stuck(diagnosis));
            }
        }

        private void receive(ActorContext self) {
            self.receive();
            Message message = Ports.from(self, helper.join());
            received.complete(message == null ? "nothing" : message.as(String.class));
        }

        private void help(ActorContext self, ActorId receiver, Shard kept) {
            self.receive();
            assertNotNull(Ports.from(self, starter.join()));
            Ports.spinUntil(() -> isKept.get() && !kept.inbox().isEmpty(), AT_MOST); // the second question is there
            Hives.sent(self.notify(receiver, 0, "go on"));
        }

        private void keep(Hive hive) {
            isKept.set(true);
            Ports.spinUntil(() -> !hive.isAlive(helper.join()), Duration.ofMillis(200)); // or it counts as missing
            Ports.spin(Duration.ofMillis(2));
        }

        private void start(ActorContext self, ActorId keeper, ActorId receiver, Shard[] shards) {
            self.receive();
            isStarting.set(true);
            Ports.spinUntil(() -> !shards[2].inbox().isEmpty(), AT_MOST); // the first question is there, here last of all
            Ports.spinUntil(() -> shards[0].isIdle() && shards[1].isIdle(), AT_MOST); // and answered by the others
            Hives.sent(self.notify(keeper, 0, "keep"));
            Hives.sent(self.notify(helper.join(), 0, "your turn"));
            Ports.from(self, receiver);
        }
    }

    /**
     * The only place in a mailbox is reserved by somebody on another shard, who waits for a slot and will give up.
     * Until then the owner of the mailbox and one who sends to it seem to wait for each other.
     */
    @Nested
    class GivenRoomThatSomebodyElsewhereHasReserved {
        private final Told told = new Told();
        private final AtomicBoolean hasGivenUp = new AtomicBoolean();
        private final CompletableFuture<SendStatus> given = new CompletableFuture<>();
        private final CompletableFuture<SendStatus> outcome = new CompletableFuture<>();
        private final CompletableFuture<ActorId> sender = new CompletableFuture<>();
        private final CompletableFuture<String> received = new CompletableFuture<>();

        @Test
        void whoWaitsForThatRoomIsNotDeadlocked() throws Exception {
            try (Hive hive = Hives.start(Hives.config().messages(16).reservedMessages(1).listener(told))) {
                ActorId hoarder = Ports.spawn(hive, "hoarder", 1, this::hoard);
                ActorId owner = hive.spawn((ActorBody) this::own,
                        Ports.on("owner", 0).withLimit(MailboxLimit.blockSender(1)));
                Ports.spawn(hive, "reserver", 1, self -> reserve(self, hoarder, owner));
                sender.complete(Ports.spawn(hive, "sender", 0, self -> send(self, hive, owner)));
                assertEquals(SendStatus.TIMEOUT, given.get(20, TimeUnit.SECONDS));
                assertEquals(SendStatus.SENT, outcome.get(20, TimeUnit.SECONDS));
                assertEquals("from the sender", received.get(20, TimeUnit.SECONDS));
                assertEquals(List.of(), told.deadlocks);
            }
        }

        /** Keeps every slot until the reserver has given up. */
        private void hoard(ActorContext self) {
            while (!hasGivenUp.get()) {
                self.sleep(Duration.ofMillis(5));
            }
            while (true) {
                self.receive();
            }
        }

        private void own(ActorContext self) {
            while (!sender.isDone()) {
                self.sleep(Duration.ofMillis(1));
            }
            Message message = Ports.from(self, sender.join());
            received.complete(message == null ? "nothing" : message.as(String.class));
        }

        private void reserve(ActorContext self, ActorId hoarder, ActorId owner) {
            while (self.notify(hoarder, 0, "fill") == NotifyStatus.SENT) {
                Thread.onSpinWait();
            }
            given.complete(Ports.port(self).send(owner, 0, "from the reserver", MemorySegment.NULL,
                    Ports.port(self).deadlineIn(500_000_000)));
            hasGivenUp.set(true);
        }

        private void send(ActorContext self, Hive hive, ActorId owner) {
            while (hive.stats().waitingForSlots() == 0) {
                self.sleep(Duration.ofMillis(1));
            }
            outcome.complete(
                    Ports.port(self).send(owner, 0, "from the sender", MemorySegment.NULL, ActorPort.NEVER));
        }
    }
}
