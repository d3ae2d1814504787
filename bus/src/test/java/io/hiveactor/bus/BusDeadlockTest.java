package io.hiveactor.bus;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.DeadlockPolicy;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.HiveListener;
import io.hiveactor.runtime.MessageFilter;
import io.hiveactor.runtime.SelectResult;
import io.hiveactor.runtime.WatchConfig;
import io.hiveactor.runtime.diagnosis.Deadlock;
import io.hiveactor.runtime.port.Simulations;
import io.hiveactor.testkit.TestRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Actors that wait for each other through buses, on one shard and on two; and some that only seem to. */
class BusDeadlockTest {
    private final List<Deadlock> told = new ArrayList<>();
    private final Map<String, CompletableFuture<Object>> ends = new TreeMap<>();
    private TestRuntime runtime;
    private Bus<String> x;
    private Bus<String> y;

    private interface Body {
        Object run(ActorContext self) throws Exception;
    }

    private void open(int shards, DeadlockPolicy policy, BusConfig like) {
        openWith(TestRuntime.config().shards(shards), policy, like);
    }

    private void openWith(HiveConfig.Builder config, DeadlockPolicy policy, BusConfig like) {
        var listener = new HiveListener() {
            @Override
            public void onDeadlock(Deadlock deadlock) {
                told.add(deadlock);
            }
        };
        runtime = new TestRuntime(config.listener(listener)
                .watch(WatchConfig.DEFAULT.withPolicy(policy)).build(), TestRuntime.freshSeed());
        x = Bus.open(runtime.hive(), like);
        y = Bus.open(runtime.hive(), like.onShard(runtime.hive().config().shards() - 1));
    }

    private static BusConfig plain() {
        return BusConfig.of("b", 1);
    }

    private void actor(String name, Body body) {
        int shard = ends.size() % runtime.hive().config().shards();
        ends.put(name, runtime.start(body::run, ActorConfig.named(name).onShard(shard)));
    }

    private String end(String name) {
        return ends.get(name).isDone() ? ends.get(name).resultNow().toString() : "waits";
    }

    private List<String> sentences() {
        assertEquals(1, told.size(), told::toString);
        return told.getFirst().members().stream()
                .map(each -> each.identity().name() + " waits for " + each.waitsFor().toString().replaceAll("#\\d+", ""))
                .sorted().toList();
    }

    private void nobodyIsStuck() {
        assertEquals(List.of(), told);
        assertEquals(List.of(), runtime.hive().diagnose().deadlocks());
    }

    @AfterEach
    void nothingLeaks() {
        Simulations.census(runtime.simulation());
        runtime.close();
        assertEquals(0, runtime.hive().stats().messagesInUse());
    }

    /** Each is the only one who publishes what the other waits for. */
    private void readersThatWaitForEachOther() {
        actor("ann", self -> {
            BusPublisher<String> mine = y.publisher(self);
            try (Subscription<String> from = x.subscribe(self)) {
                self.sleep(ofMillis(1));
                String read = Agent.text(from.read());
                return read + " " + mine.tryPublish("sorry");
            }
        });
        actor("bob", self -> {
            BusPublisher<String> mine = x.publisher(self);
            try (Subscription<String> from = y.subscribe(self)) {
                self.sleep(ofMillis(2));
                return Agent.text(from.read()) + " " + mine.tryPublish("sorry");
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void readersOfEachOther(int shards) {
        open(shards, DeadlockPolicy.REPORT, plain());
        readersThatWaitForEachOther();
        runtime.advance(ofSeconds(10));
        assertEquals(List.of("ann waits for an entry on bus b, from bob", "bob waits for an entry on bus b, from ann"),
                sentences());
        assertEquals("waits waits", end("ann") + " " + end("bob"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aReadFailsAndItsActorPublishesWhatTheOtherWaitsFor(int shards) {
        open(shards, DeadlockPolicy.FAIL, plain());
        readersThatWaitForEachOther();
        runtime.advance(ofSeconds(10));
        assertEquals(List.of("DEADLOCK PUBLISHED", "sorry PUBLISHED"), List.of(end("bob"), end("ann")));
        assertTrue(runtime.hive().diagnose().isClean());
    }

    /** There is a reader who is idle, but has read what the others have yet to read. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whoeverHasReadTheOldestEntryMakesNoRoom(int shards) {
        open(shards, DeadlockPolicy.FAIL, plain().waiting());
        actor("idle", self -> {
            Subscription<String> mine = x.subscribe(self);
            self.sleep(ofMillis(5));
            return Agent.text(mine.tryRead()) + self.receive();
        });
        actor("ann", self -> {
            try (Subscription<String> mine = x.subscribe(self)) {
                self.sleep(ofMillis(1));
                BusPublisher<String> publisher = x.publisher(self);
                return publisher.tryPublish("1") + " " + publisher.publish("2", Agent.FOREVER) + " "
                        + Agent.text(mine.tryRead());
            }
        });
        runtime.advance(ofSeconds(10));
        assertEquals(List.of("ann waits for room on bus b, from ann"), sentences());
        assertEquals("PUBLISHED DEADLOCK 1", end("ann"));
    }

    /** Each waits for room that only the other can make. */
    private void publishersThatWaitForEachOther() {
        actor("ann", self -> publishesToo(self, x, y, 1));
        actor("bob", self -> publishesToo(self, y, x, 2));
    }

    private static Object publishesToo(ActorContext self, Bus<String> to, Bus<String> from, int millis) {
        Subscription<String> mine = from.subscribe(self);
        self.sleep(ofMillis(millis));
        PublishStatus first = to.publisher(self).tryPublish("1");
        PublishStatus second = to.publisher(self).publish("2", Agent.FOREVER);
        return first + " " + second + " " + Agent.text(mine.tryRead());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void publishersWithoutRoom(int shards) {
        open(shards, DeadlockPolicy.REPORT, plain().waiting());
        publishersThatWaitForEachOther();
        runtime.advance(ofSeconds(10));
        assertEquals(List.of("ann waits for room on bus b, from bob", "bob waits for room on bus b, from ann"),
                sentences());
        assertEquals(2, x.stats().waitingPublishers() + y.stats().waitingPublishers());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aPublishFailsAndItsActorReads(int shards) {
        open(shards, DeadlockPolicy.FAIL, plain().waiting());
        publishersThatWaitForEachOther();
        runtime.advance(ofSeconds(10));
        assertEquals("PUBLISHED DEADLOCK 1", end("bob"));
        assertEquals("PUBLISHED PUBLISHED 1", end("ann"));
        assertEquals(0, x.stats().waitingPublishers() + y.stats().waitingPublishers());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aSelectThatOnlyTheStuckCouldEndFails(int shards) {
        open(shards, DeadlockPolicy.FAIL, plain());
        actor("ann", self -> {
            BusPublisher<String> mine = y.publisher(self);
            return Agent.text(x.subscribe(self).read()) + mine.tryPublish("late");
        });
        actor("bob", self -> {
            BusPublisher<String> mine = x.publisher(self);
            Subscription<String> from = y.subscribe(self);
            self.sleep(ofMillis(1));
            SelectResult selected = self.select(from.source());
            return selected + " " + mine.tryPublish("sorry");
        });
        runtime.advance(ofSeconds(10));
        assertEquals("DEADLOCK PUBLISHED", end("bob"));
        assertEquals("sorryPUBLISHED", end("ann"));
    }

    /** With a pool that the entries of a bus use up; then its reader sends, and waits for a slot. */
    private void aPoolThatABusKeeps(int shards, BusConfig like) {
        openWith(TestRuntime.config().messages(5).reservedMessages(1).shards(shards), DeadlockPolicy.REPORT, like);
        var target = new AtomicReference<ActorId>();
        actor("idle", self -> {
            target.set(self.self());
            return self.receive().object();
        });
        actor("reader", self -> {
            Subscription<String> mine = x.subscribe(self);
            self.sleep(ofMillis(1));
            while (x.publisher(self).tryPublish("entry") == PublishStatus.PUBLISHED) {
                assertTrue(x.stats().entries() <= 5);
            }
            return self.send(target.get(), 0, "!") + " " + Agent.text(mine.tryRead());
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whoWaitsForSlotsThatABusKeepsIsStuckAndTheBusIsNamed(int shards) {
        aPoolThatABusKeeps(shards, BusConfig.of("b", 64));
        runtime.advance(ofSeconds(10));
        assertEquals(List.of("reader waits for a slot of the message pool, to send to idle"), sentences());
        assertTrue(told.getFirst().toString().contains("bus b keeps 4, and no actor is left to read what it has"),
                told.getFirst()::toString);
        assertTrue(runtime.hive().diagnose().toString().contains("bus b: 4 slots"), runtime.hive().diagnose()::toString);
    }

    /** With a pool that the entries of a bus use up; then its reader publishes elsewhere, and waits for a slot. */
    private void aPublisherThatWaitsForASlot(int shards, DeadlockPolicy policy, BusConfig like) {
        openWith(TestRuntime.config().messages(5).reservedMessages(1).shards(shards), policy, like);
        Bus<String> other = Bus.open(runtime.hive(), plain().retainingLatest());
        actor("reader", self -> {
            Subscription<String> mine = x.subscribe(self);
            while (x.publisher(self).tryPublish("entry") == PublishStatus.PUBLISHED) {
                assertTrue(x.stats().entries() <= 5);
            }
            return other.publisher(self).publish("!", Agent.FOREVER) + " " + Agent.text(mine.tryRead());
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whoWaitsForASlotToPublishIsStuckWhereABusKeepsThemAll(int shards) {
        aPublisherThatWaitsForASlot(shards, DeadlockPolicy.REPORT, BusConfig.of("x", 64));
        runtime.advance(ofSeconds(10));
        assertEquals(List.of("reader waits for a slot of the message pool, to publish on bus b"), sentences());
        assertTrue(told.getFirst().toString().contains("bus x keeps 4, and no actor is left to read what it has"),
                told.getFirst()::toString);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aPublishThatWaitsForASlotFailsAndItsActorReads(int shards) {
        aPublisherThatWaitsForASlot(shards, DeadlockPolicy.FAIL, BusConfig.of("x", 64));
        runtime.advance(ofSeconds(10));
        assertEquals("DEADLOCK entry", end("reader"));
        assertEquals(0, runtime.hive().stats().waitingForSlots());
    }

    // ---- near ----

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whoWaitsForASlotToPublishIsNotStuckWhereEntriesGrowTooOld(int shards) {
        aPublisherThatWaitsForASlot(shards, DeadlockPolicy.FAIL, BusConfig.of("x", 64).withMaxAge(ofSeconds(5)));
        runtime.advance(ofSeconds(4));
        nobodyIsStuck();
        assertEquals("waits", end("reader"));
        runtime.advance(ofSeconds(2));
        nobodyIsStuck();
        assertTrue(end("reader").startsWith("PUBLISHED"), end("reader"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whereABusThatKeepsThePoolIsReadOutsideNobodyIsStuck(int shards) {
        aPoolThatABusKeeps(shards, BusConfig.of("b", 64));
        Subscription<String> outside = x.subscribe();
        runtime.advance(ofSeconds(10));
        nobodyIsStuck();
        outside.close();
        runtime.advance(ofSeconds(10));
        assertEquals(1, told.size());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whereABusThatKeepsThePoolHasAnAgeNobodyIsStuck(int shards) {
        aPoolThatABusKeeps(shards, BusConfig.of("b", 64).withMaxAge(ofSeconds(5)));
        runtime.advance(ofSeconds(4));
        nobodyIsStuck();
        assertEquals("waits", end("reader"));
        runtime.advance(ofSeconds(2));
        nobodyIsStuck();
        assertTrue(end("reader").startsWith("SENT"), end("reader"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whereAThreadOutsidePublishesNobodyIsStuck(int shards) {
        open(shards, DeadlockPolicy.FAIL, plain());
        BusPublisher<String> outside = x.publisher();
        readersThatWaitForEachOther();
        runtime.advance(ofSeconds(10));
        nobodyIsStuck();
        assertEquals(PublishStatus.PUBLISHED, outside.tryPublish("hello"));
        runtime.runUntilBlocked();
        assertEquals("hello PUBLISHED", end("ann"));
        assertEquals("sorry PUBLISHED", end("bob"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whereAThreadOutsideReadsNobodyIsStuck(int shards) {
        open(shards, DeadlockPolicy.FAIL, plain().waiting());
        Subscription<String> ofX = x.subscribe();
        Subscription<String> ofY = y.subscribe();
        publishersThatWaitForEachOther();
        runtime.advance(ofSeconds(10));
        nobodyIsStuck();
        assertEquals("1", Agent.text(ofX.tryRead()));
        assertEquals("1", Agent.text(ofY.tryRead()));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whereEntriesGrowTooOldNobodyIsStuck(int shards) {
        open(shards, DeadlockPolicy.FAIL, plain().waiting().withMaxAge(ofMillis(50)));
        publishersThatWaitForEachOther();
        runtime.advance(ofMillis(40));
        nobodyIsStuck();
        assertEquals("waits waits", end("ann") + " " + end("bob"));
        runtime.advance(ofMillis(20));
        nobodyIsStuck();
        assertTrue(end("ann").startsWith("PUBLISHED PUBLISHED"), end("ann"));
        assertTrue(end("bob").startsWith("PUBLISHED PUBLISHED"), end("bob"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whoWaitsWithATimeoutIsNotStuck(int shards) {
        open(shards, DeadlockPolicy.FAIL, plain().waiting());
        actor("ann", self -> {
            Subscription<String> mine = x.subscribe(self);
            return self.select(ofSeconds(5), MessageFilter.any().tag(1)) + Agent.text(mine.tryRead());
        });
        actor("bob", self -> List.of(x.publisher(self).tryPublish("1"), x.publisher(self).publish("2", Agent.FOREVER)));
        runtime.advance(ofSeconds(4));
        nobodyIsStuck();
        assertFalse(ends.get("bob").isDone());
        runtime.advance(ofSeconds(1));
        assertEquals("[PUBLISHED, PUBLISHED]", end("bob"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whoReadsABusThatNoActorPublishesToIsIdle(int shards) {
        open(shards, DeadlockPolicy.FAIL, plain());
        actor("ann", self -> Agent.text(x.subscribe(self).read()));
        runtime.advance(ofSeconds(10));
        nobodyIsStuck();
        assertEquals("waits", end("ann"));
    }
}
