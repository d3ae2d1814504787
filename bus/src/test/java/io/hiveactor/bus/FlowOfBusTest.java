package io.hiveactor.bus;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.DeadlockPolicy;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.WatchConfig;
import io.hiveactor.testkit.TestRuntime;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bus as a Flow, under simulated time: on one shard, and with the subscribers beside the bus. */
class FlowOfBusTest {
    private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

    private TestRuntime runtime = runtime(2);

    private static TestRuntime runtime(int shards) {
        return runtime(TestRuntime.config().shards(shards).build());
    }

    private static TestRuntime runtime(HiveConfig config) {
        return new TestRuntime(config, TestRuntime.freshSeed());
    }

    @AfterEach
    void everySlotIsBack() {
        runtime.close();
        assertEquals(0, runtime.hive().stats().messagesInUse(), "-Dhive.seed=" + runtime.seed());
        assertEquals(0, runtime.hive().stats().actors(), "-Dhive.seed=" + runtime.seed());
    }

    private void publish(Bus<Integer> bus, int... values) {
        for (int value : values) {
            assertEquals(PublishStatus.PUBLISHED, bus.publisher().tryPublish(value));
        }
        runtime.runUntilBlocked();
    }

    private void request(FlowProbe<?> probe, long n) {
        probe.subscription().request(n);
        runtime.runUntilBlocked();
    }

    private <E> FlowProbe<E> subscribed(Flow.Publisher<E> flow, FlowProbe<E> probe) {
        flow.subscribe(probe);
        runtime.runUntilBlocked();
        return probe;
    }

    private Bus<Integer> bus(BusConfig config) {
        return Bus.open(runtime.hive(), config);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void whatASlowSubscriberMissedIsCountedExactly(int shards) {
        runtime.close();
        runtime = runtime(shards);
        Bus<Integer> bus = bus(BusConfig.of("b", 2));
        FlowProbe<Published<Integer>> slow = subscribed(bus.asFlowOfEntries(), new FlowProbe<>(0));
        FlowProbe<Integer> fast = subscribed(bus.asFlow(), new FlowProbe<>(Long.MAX_VALUE));

        publish(bus, 1, 2, 3, 4, 5);
        request(slow, 1);
        publish(bus, 6, 7);
        request(slow, 9);

        assertEquals(
                List.of(new Published<>(4, 3, 3), new Published<>(6, 5, 1), new Published<>(7, 6, 0)), slow.told());
        assertEquals(List.of(1, 2, 3, 4, 5, 6, 7), fast.told());
        assertEquals(4, bus.stats().missed());
    }

    @Test
    void whatIsPublishedAfterSubscribeReturnsIsSeen() {
        Bus<Integer> bus = bus(BusConfig.of("b", 4));
        publish(bus, 1);
        var probe = new FlowProbe<Integer>(9);
        bus.asFlow().subscribe(probe); // and nobody has run yet
        publish(bus, 2);
        assertEquals(List.of(2), probe.told());
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 5})
    void aFlowIsCompleteWhenItsBusIsClosedWithDemandOrWithout(long demand) {
        Bus<Integer> bus = bus(BusConfig.of("b", 4));
        FlowProbe<Integer> probe = subscribed(bus.asFlow(), new FlowProbe<>(demand));
        publish(bus, 1);
        bus.close();
        runtime.runUntilBlocked();
        assertEquals(demand == 0 ? List.of(FlowProbe.COMPLETE) : List.of(1, FlowProbe.COMPLETE), probe.told());
        assertEquals(0, runtime.hive().stats().actors());
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 5})
    void aFlowIsCompleteWhenTheHiveIsClosed(long demand) {
        Bus<Integer> bus = bus(BusConfig.of("b", 4));
        FlowProbe<Integer> probe = subscribed(bus.asFlow(), new FlowProbe<>(demand));
        var late = new FlowProbe<Integer>(demand);
        var never = new FlowProbe<Integer>(demand);
        bus.asFlow().subscribe(late); // whose actor has not begun
        runtime.close();
        bus.asFlow().subscribe(never);
        assertEquals(List.of(FlowProbe.COMPLETE), probe.told());
        assertEquals(List.of(FlowProbe.COMPLETE), late.told());
        assertEquals(List.of(FlowProbe.COMPLETE), never.told());
    }

    @Test
    void aClosedBusIsAFlowWithoutElements() {
        Bus<Integer> bus = bus(BusConfig.of("b", 4));
        bus.close();
        assertEquals(List.of(FlowProbe.COMPLETE), subscribed(bus.asFlow(), new FlowProbe<>(1)).told());
    }

    @Test
    void aBusThatIsFullRefusesWithAnError() {
        Bus<Integer> bus = bus(BusConfig.of("b", 4).withMaxSubscribers(1));
        FlowProbe<Integer> first = subscribed(bus.asFlow(), new FlowProbe<>(1));
        FlowProbe<Integer> second = subscribed(bus.asFlow(), new FlowProbe<>(1));
        assertEquals("no subscription of bus b: FULL",
                assertInstanceOf(IllegalStateException.class, second.told().getFirst()).getMessage());
        publish(bus, 1);
        assertEquals(List.of(1), first.told());
    }

    @Test
    void aHiveThatHasNoActorForItRefusesWithAnErrorAndTheBusForgetsIt() {
        runtime.close();
        runtime = runtime(TestRuntime.config().maxActors(1).build());
        Bus<Integer> bus = bus(BusConfig.of("b", 4));
        FlowProbe<Integer> first = subscribed(bus.asFlow(), new FlowProbe<>(1));
        FlowProbe<Integer> second = subscribed(bus.asFlow(), new FlowProbe<>(1));
        assertInstanceOf(IllegalStateException.class, second.told().getFirst());
        assertEquals(1, bus.stats().subscribers());
        assertEquals(List.of(), first.told());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void cancelFromWithinOnNextIsTheLastOfIt(int shards) {
        runtime.close();
        runtime = runtime(shards);
        Bus<Integer> bus = bus(BusConfig.of("b", 8));
        var probe = new AtomicReference<FlowProbe<Integer>>();
        probe.set(new FlowProbe<>(9, value -> {
            if (value == 2) {
                probe.get().subscription().cancel();
                probe.get().subscription().cancel();
                probe.get().subscription().request(-1);
            }
        }));
        FlowProbe<Integer> first = subscribed(bus.asFlow(), probe.get());
        publish(bus, 1, 2, 3);
        assertEquals(List.of(1, 2), first.told());
        assertEquals(0, bus.stats().subscribers());
        assertEquals(0, bus.stats().entries());
        assertEquals(0, runtime.hive().stats().actors());
    }

    @Test
    void cancelWithoutDemandEndsItsActor() {
        Bus<Integer> bus = bus(BusConfig.of("b", 8));
        FlowProbe<Integer> probe = subscribed(bus.asFlow(), new FlowProbe<>(0));
        publish(bus, 1);
        probe.subscription().cancel();
        runtime.runUntilBlocked();
        assertEquals(0, bus.stats().subscribers());
        assertEquals(0, runtime.hive().stats().actors());
        assertEquals(List.of(), probe.told());
    }

    @Test
    void aSubscriberThatThrowsIsCancelledAndTheOthersGoOn() {
        Bus<Integer> bus = bus(BusConfig.of("b", 8));
        FlowProbe<Integer> broken = subscribed(bus.asFlow(), new FlowProbe<>(9, value -> {
            throw new IllegalStateException("broken");
        }));
        FlowProbe<Integer> other = subscribed(bus.asFlow(), new FlowProbe<>(9));
        publish(bus, 1, 2);
        assertEquals(List.of(1), broken.told());
        assertEquals(List.of(1, 2), other.told());
        assertEquals(1, bus.stats().subscribers());
        bus.close();
        runtime.runUntilBlocked();
        assertEquals(List.of(1), broken.told());
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -7, Long.MIN_VALUE})
    void aRequestThatIsNotPositiveIsAnErrorThatNamesIt(long n) {
        Bus<Integer> bus = bus(BusConfig.of("b", 8));
        FlowProbe<Integer> probe = subscribed(bus.asFlow(), new FlowProbe<>(1));
        request(probe, n);
        request(probe, 5);
        publish(bus, 1);
        assertEquals("a non-positive subscription request: " + n,
                assertInstanceOf(IllegalArgumentException.class, probe.told().getFirst()).getMessage());
        assertEquals(1, probe.told().size());
        assertEquals(0, bus.stats().subscribers());
    }

    @Test
    void demandIsAddedUpAndEndsAtItsLargest() {
        Bus<Integer> bus = bus(BusConfig.of("b", 64));
        FlowProbe<Integer> probe = subscribed(bus.asFlow(), new FlowProbe<>(2));
        publish(bus, 1, 2, 3, 4);
        assertEquals(List.of(1, 2), probe.told());
        request(probe, 1);
        assertEquals(List.of(1, 2, 3), probe.told());
        request(probe, Long.MAX_VALUE);
        request(probe, Long.MAX_VALUE);
        publish(bus, 5);
        assertEquals(List.of(1, 2, 3, 4, 5), probe.told());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aRequestThatMakesRoomForWaitingPublishersIsServedOnce(int shards) {
        runtime.close();
        runtime = runtime(shards);
        Bus<Integer> bus = bus(BusConfig.of("b", 2).waiting());
        FlowProbe<Integer> probe = subscribed(bus.asFlow(), new FlowProbe<>(0));
        var publisher = runtime.start(self -> {
            for (int i = 1; i <= 7; i++) {
                assertEquals(PublishStatus.PUBLISHED, bus.publisher(self).publish(i, FOREVER));
            }
            return true;
        });
        request(probe, 3);
        assertEquals(List.of(1, 2, 3), probe.told());
        assertEquals(1, bus.stats().waitingPublishers());
        request(probe, 9);
        assertEquals(List.of(1, 2, 3, 4, 5, 6, 7), probe.told());
        assertEquals(true, publisher.resultNow());
    }

    @Test
    void whatIsConsumedIsReadForNobodyWhoDoesNotGetIt() {
        Bus<Integer> bus = bus(BusConfig.of("b", 8).consumedAfter(1));
        var first = new AtomicReference<FlowProbe<Integer>>();
        first.set(new FlowProbe<>(9, value -> first.get().subscription().cancel()));
        FlowProbe<Integer> once = subscribed(bus.asFlow(), first.get());
        FlowProbe<Integer> rest = subscribed(bus.asFlow(), new FlowProbe<>(0));
        publish(bus, 1, 2, 3);
        request(rest, 9);
        assertEquals(List.of(1), once.told());
        assertEquals(List.of(2, 3), rest.told());
    }

    @Test
    void nobodyIsNoSubscriber() {
        Bus<Integer> bus = bus(BusConfig.of("b", 8));
        assertThrows(NullPointerException.class, () -> bus.asFlow().subscribe(null));
        assertEquals(0, bus.stats().subscribers());
        assertEquals(0, runtime.hive().stats().actors());
    }

    private ActorContext current() {
        return Objects.requireNonNull(runtime.hive().current(), "an actor calls");
    }

    /** The subscriber's actor is the only one who publishes what its publisher waits for. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void anEntryThatCanNeverComeIsAnError(int shards) {
        runtime.close();
        runtime = runtime(TestRuntime.config().shards(shards)
                .watch(WatchConfig.DEFAULT.withPolicy(DeadlockPolicy.FAIL)).build());
        Bus<Integer> bus = bus(BusConfig.of("b", 4));
        Bus<Integer> answers = bus(BusConfig.of("answers", 4));
        FlowProbe<Integer> probe = subscribed(bus.asFlow(), new FlowProbe<>(9, value -> {
            current().sleep(ofMillis(1));
            assertNotNull(answers.publisher(current()));
        }));
        var publisher = runtime.start(self -> {
            Subscription<Integer> answer = answers.subscribe(self);
            assertEquals(PublishStatus.PUBLISHED, bus.publisher(self).tryPublish(1));
            return Agent.text(answer.read());
        });
        runtime.advance(ofSeconds(10));
        assertEquals(2, probe.told().size(), probe.told()::toString);
        assertEquals("the publishers on bus b are deadlocked",
                assertInstanceOf(IllegalStateException.class, probe.told().getLast()).getMessage());
        assertEquals(0, bus.stats().subscribers());
        assertFalse(publisher.isDone());
    }
}
