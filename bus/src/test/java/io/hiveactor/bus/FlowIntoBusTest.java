package io.hiveactor.bus;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.testkit.TestRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What publishes a Flow on a bus, under simulated time. */
class FlowIntoBusTest {
    private static final int MESSAGES = 16;
    private static final String SUBSCRIBER = "a Flow subscriber that publishes on bus b";

    private final TestRuntime runtime = new TestRuntime(
            TestRuntime.config().shards(2).messages(MESSAGES).reservedMessages(2).build(), TestRuntime.freshSeed());
    private final FlowUpstream upstream = new FlowUpstream();
    private final List<Throwable> failures = new ArrayList<>();

    @AfterEach
    void everySlotIsBack() {
        runtime.close();
        assertEquals(0, runtime.hive().stats().messagesInUse(), "-Dhive.seed=" + runtime.seed());
    }

    private Bus<Integer> bus(BusConfig config) {
        return Bus.open(runtime.hive(), config);
    }

    private Flow.Subscriber<Integer> into(Bus<Integer> bus, int window) {
        Flow.Subscriber<Integer> subscriber = bus.flowSubscriber(window, failures::add);
        subscriber.onSubscribe(upstream);
        runtime.runUntilBlocked();
        return subscriber;
    }

    /** What was told of failures. */
    private List<String> told() {
        return failures.stream().map(Throwable::getMessage).toList();
    }

    private void give(Flow.Subscriber<Integer> subscriber, int... values) {
        for (int value : values) {
            subscriber.onNext(value);
        }
        runtime.runUntilBlocked();
    }

    private static List<Integer> read(Subscription<Integer> subscription) {
        List<Integer> read = new ArrayList<>();
        int count = subscription.drain(entry -> read.add(entry.value()));
        assertEquals(count, read.size());
        return read;
    }

    @Test
    void itRequestsItsWindowAndThenHalfOfItAgain() {
        Bus<Integer> bus = bus(BusConfig.of("b", 8));
        Subscription<Integer> reader = bus.subscribe();
        Flow.Subscriber<Integer> subscriber = into(bus, 4);
        assertEquals(4, upstream.requested);
        give(subscriber, 1);
        assertEquals(4, upstream.requested);
        give(subscriber, 2);
        assertEquals(6, upstream.requested);
        give(subscriber, 3, 4, 5);
        assertEquals(8, upstream.requested);
        assertEquals(List.of(1, 2, 3, 4, 5), read(reader));
    }

    @Test
    void aFullRingThatWaitsStopsItsRequestsAndLosesNothing() {
        Bus<Integer> bus = bus(BusConfig.of("b", 2).waiting());
        Subscription<Integer> reader = bus.subscribe();
        Flow.Subscriber<Integer> subscriber = into(bus, 2);
        give(subscriber, 1, 2);
        assertEquals(4, upstream.requested);
        give(subscriber, 3, 4);
        assertEquals(4, upstream.requested, "the ring is full");
        assertEquals(1, bus.stats().waitingPublishers());
        assertEquals(List.of(1, 2, 3, 4), read(reader));
        runtime.runUntilBlocked();
        assertEquals(6, upstream.requested);
    }

    @Test
    void withoutASlotInThePoolItWaits() {
        Bus<Integer> hog = bus(BusConfig.of("hog", MESSAGES));
        Subscription<Integer> hogs = hog.subscribe();
        PublishStatus status = PublishStatus.PUBLISHED;
        while (status == PublishStatus.PUBLISHED) {
            status = hog.publisher().tryPublish(0);
        }
        assertEquals(PublishStatus.NO_MEMORY, status);
        Bus<Integer> bus = bus(BusConfig.of("b", 8));
        Subscription<Integer> reader = bus.subscribe();
        Flow.Subscriber<Integer> subscriber = into(bus, 2);
        give(subscriber, 1, 2);
        runtime.advance(ofMillis(500));
        assertEquals(List.of(), read(reader));
        assertEquals(2, upstream.requested);

        hogs.close();
        runtime.runUntilBlocked();
        assertEquals(List.of(1, 2), read(reader));
        assertEquals(4, upstream.requested);
        assertEquals(List.of(), failures);
    }

    @Test
    void whenTheFlowIsCompleteAllIsPublishedAndTheBusStaysOpen() {
        Bus<Integer> bus = bus(BusConfig.of("b", 8));
        Subscription<Integer> reader = bus.subscribe();
        Flow.Subscriber<Integer> subscriber = into(bus, 4);
        subscriber.onNext(1);
        subscriber.onComplete();
        runtime.runUntilBlocked();
        assertEquals(List.of(1), read(reader));
        assertEquals(PublishStatus.PUBLISHED, bus.publisher().tryPublish(2));
        assertEquals(List.of(2), read(reader));
        assertEquals(List.of(), failures);
        assertFalse(upstream.isCancelled);
        assertEquals(0, runtime.hive().stats().actors());
    }

    @Test
    void whenTheFlowFailsThatIsToldAfterAllIsPublished() {
        Bus<Integer> bus = bus(BusConfig.of("b", 8));
        Subscription<Integer> reader = bus.subscribe();
        Flow.Subscriber<Integer> subscriber = into(bus, 4);
        var failure = new IllegalStateException("broken");
        subscriber.onNext(1);
        subscriber.onError(failure);
        runtime.runUntilBlocked();
        assertEquals(List.of(1), read(reader));
        assertEquals(List.of(failure), failures);
        assertFalse(upstream.isCancelled);
        assertEquals(PublishStatus.PUBLISHED, bus.publisher().tryPublish(2));
    }

    @Test
    void whenTheBusIsClosedTheFlowIsCancelled() {
        Bus<Integer> bus = bus(BusConfig.of("b", 1).waiting());
        assertEquals("a subscription of bus b", bus.subscribe().toString());
        Flow.Subscriber<Integer> subscriber = into(bus, 4);
        give(subscriber, 1, 2);
        bus.close();
        runtime.runUntilBlocked();
        assertTrue(upstream.isCancelled);
        assertInstanceOf(IllegalStateException.class, failures.getFirst());
        assertEquals(1, failures.size());
        give(subscriber, 3);
        assertEquals(0, runtime.hive().stats().actors());
    }

    @Test
    void whenTheBusIsClosedAFlowThatGivesNothingIsCancelledToo() {
        Bus<Integer> bus = bus(BusConfig.of("b", 4));
        Flow.Subscriber<Integer> subscriber = into(bus, 4);
        give(subscriber, 1);
        bus.close();
        runtime.runUntilBlocked();
        assertTrue(upstream.isCancelled);
        assertEquals(List.of("bus b was closed before all was published"), told());
        assertEquals(0, runtime.hive().stats().actors());
    }

    /** The actor of the Flow is elsewhere, and brings its values without waiting; in some of these runs, behind the close. */
    @Test
    void aLastValueThatComesTooLateIsNotLostWithoutAWord() {
        for (int i = 0; i < 50; i++) {
            failures.clear();
            try (var other = new TestRuntime(TestRuntime.config().shards(2).build(), runtime.seed() + i)) {
                Bus<Integer> bus = Bus.open(other.hive(), BusConfig.of("b", 4));
                Flow.Subscriber<Integer> subscriber = bus.flowSubscriber(4, failures::add);
                subscriber.onSubscribe(upstream);
                subscriber.onNext(1);
                other.runUntilBlocked();
                boolean isClosed = new Agent(other, "neighbour", 1).does(self -> {
                    subscriber.onNext(2);
                    subscriber.onComplete();
                    bus.close(); // it waits for that, and the actor of the Flow may have its turn
                    return true;
                });
                assertTrue(isClosed);
                other.runUntilBlocked();
                assertEquals(bus.stats().published() == 2, told().isEmpty(), "-Dhive.seed=" + other.seed());
            }
        }
    }

    @Test
    void aFlowIntoABusThatIsClosedIsCancelled() {
        Bus<Integer> bus = bus(BusConfig.of("b", 4));
        bus.close();
        assertEquals(SUBSCRIBER, into(bus, 4).toString());
        assertTrue(upstream.isCancelled);
        assertEquals(List.of("bus b was closed before all was published"), told());
    }

    @Test
    void aFailureOfTheFlowIsNotForgottenWhenTheBusIsClosedFirst() {
        Bus<Integer> bus = bus(BusConfig.of("b", 1).waiting());
        assertEquals("a subscription of bus b", bus.subscribe().toString());
        Flow.Subscriber<Integer> subscriber = into(bus, 4);
        give(subscriber, 1, 2);
        var failure = new IllegalStateException("broken");
        subscriber.onError(failure);
        bus.close();
        runtime.runUntilBlocked();
        assertEquals(List.of("bus b was closed before all was published"), told());
        assertSame(failure, failures.getFirst().getSuppressed()[0]);
    }

    @Test
    void whenTheHiveIsClosedAValueAtHandIsNotLostWithoutAWord() {
        Bus<Integer> bus = bus(BusConfig.of("b", 1).waiting());
        assertEquals("a subscription of bus b", bus.subscribe().toString());
        Flow.Subscriber<Integer> subscriber = into(bus, 4);
        subscriber.onNext(1);
        subscriber.onNext(2);
        subscriber.onComplete();
        runtime.runUntilBlocked();
        assertEquals(1, bus.stats().waitingPublishers(), "with the last value");
        runtime.close();
        assertEquals(List.of(runtime.hive() + " was closed before all was published on bus b"), told());
        assertFalse(upstream.isCancelled, "it is complete");
    }

    @Test
    void whenTheHiveIsClosedTheFlowIsCancelled() {
        Bus<Integer> bus = bus(BusConfig.of("b", 8));
        Flow.Subscriber<Integer> subscriber = into(bus, 4);
        runtime.close();
        assertTrue(upstream.isCancelled);
        assertEquals(1, failures.size());
        subscriber.onNext(1);

        var late = new FlowUpstream();
        bus.flowSubscriber(4, failures::add).onSubscribe(late);
        assertTrue(late.isCancelled);
        assertEquals(2, failures.size());
    }

    @Test
    void aPublisherThatGivesMoreThanWasRequestedIsCancelled() {
        Bus<Integer> bus = bus(BusConfig.of("b", 8));
        Subscription<Integer> reader = bus.subscribe();
        Flow.Subscriber<Integer> subscriber = into(bus, 2);
        give(subscriber, 1, 2, 3);
        assertEquals(List.of(1, 2), read(reader));
        assertTrue(upstream.isCancelled);
        assertEquals("a publisher gave more than the 2 values that were requested", failures.getFirst().getMessage());
    }

    @Test
    void aSecondSubscriptionIsCancelled() {
        Flow.Subscriber<Integer> subscriber = into(bus(BusConfig.of("b", 8)), 2);
        var second = new FlowUpstream();
        subscriber.onSubscribe(second);
        assertTrue(second.isCancelled);
        assertFalse(upstream.isCancelled);
    }

    @Test
    void aWindowIsPositive() {
        Bus<Integer> bus = bus(BusConfig.of("b", 8));
        assertEquals("window must be positive: 0",
                assertThrows(IllegalArgumentException.class, () -> bus.flowSubscriber(0)).getMessage());
    }

    @Test
    void withoutRoomForAnActorTheFlowIsCancelledAndThatIsTold() {
        try (var small = new TestRuntime(TestRuntime.config().maxActors(1).build(), TestRuntime.freshSeed())) {
            Bus<Integer> bus = Bus.open(small.hive(), BusConfig.of("b", 4));
            var first = new FlowUpstream();
            bus.flowSubscriber(4, failures::add).onSubscribe(first);
            small.runUntilBlocked();
            Flow.Subscriber<Integer> second = bus.flowSubscriber(4, failures::add);
            second.onSubscribe(upstream);
            assertTrue(upstream.isCancelled);
            assertEquals(0, upstream.requested);
            String why = " has 1 actors, the maximum of HiveConfig.maxActors, so there is none to publish on bus b";
            assertEquals(List.of(small.hive() + why), told());
            second.onNext(1);
            assertFalse(first.isCancelled);
        }
        assertEquals(2, failures.size(), "each is told once");
    }

    @Test
    void anUpstreamWhoseRequestThrowsIsCancelledAndThatIsTold() {
        var broken = new IllegalStateException("broken");
        upstream.atRequest = () -> {
            throw broken;
        };
        Flow.Subscriber<Integer> subscriber = into(bus(BusConfig.of("b", 4)), 4);
        assertTrue(upstream.isCancelled);
        assertEquals(List.of(broken), failures);
        give(subscriber, 1);
        assertEquals(0, runtime.hive().stats().actors());
    }

    @Test
    void whatAnUpstreamThrowsWhenItIsCancelledIsToldWithTheFailure() {
        var broken = new IllegalStateException("broken");
        upstream.atCancel = () -> {
            throw broken;
        };
        Bus<Integer> bus = bus(BusConfig.of("b", 4));
        assertEquals(SUBSCRIBER, into(bus, 4).toString());
        bus.close();
        runtime.runUntilBlocked();
        assertEquals(List.of("bus b was closed before all was published"), told());
        assertSame(broken, failures.getFirst().getSuppressed()[0]);
        assertEquals(0, runtime.hive().stats().actors());
    }

    @Test
    void whoIsToldOfAFailureAndThrowsHarmsNobody() {
        Bus<Integer> bus = bus(BusConfig.of("b", 4));
        Flow.Subscriber<Integer> subscriber = bus.flowSubscriber(2, failure -> {
            failures.add(failure);
            throw new IllegalStateException("cannot hear that", failure);
        });
        subscriber.onSubscribe(upstream);
        subscriber.onError(new IllegalStateException("broken"));
        runtime.runUntilBlocked();
        assertEquals(List.of("broken"), told());
        assertEquals(0, runtime.hive().stats().actors());
        assertEquals(PublishStatus.PUBLISHED, bus.publisher().tryPublish(1));
    }

    @Test
    void aFailureThatComesBeforeTheSubscriptionIsToldOnce() {
        Bus<Integer> bus = bus(BusConfig.of("b", 4));
        Flow.Subscriber<Integer> subscriber = bus.flowSubscriber(2, failures::add);
        subscriber.onError(new IllegalStateException("broken"));
        assertEquals(List.of("broken"), told());
        subscriber.onSubscribe(upstream);
        runtime.runUntilBlocked();
        assertEquals(List.of("broken"), told());
    }
}
