package io.hiveactor.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.port.Simulations;
import io.hiveactor.testkit.TestRuntime;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Publishers who are not on the shard of the bus: they ask once, and then bring their entries without waiting. */
class BusElsewhereTest extends BusScene {
    private static final int CAPACITY = 8;

    /** A neighbour of the far one, who runs as soon as that waits. */
    private final Agent neighbour = agent("neighbour", 1);

    /** Publishes the numbers from 0 on, until it waits or one is refused. @return how many were published without waiting */
    private int publishedAtOnce(Bus<String> bus, int most) {
        return far.does(each -> {
            ActorContext self = Objects.requireNonNull(each);
            assertEquals(NotifyStatus.SENT, self.notify(neighbour.id(), 1, "waits"));
            neighbour.told.clear();
            BusPublisher<String> publisher = bus.publisher(self);
            int published = 0;
            while (published < most && publisher.tryPublish("" + published) == PublishStatus.PUBLISHED
                    && neighbour.told.isEmpty()) {
                published++;
            }
            return published;
        });
    }

    private List<String> readAll(Agent reader, Subscription<String> from, int count) {
        return IntStream.range(0, count).mapToObj(i -> reader.reads(from)).toList();
    }

    private static List<String> numbers(int count) {
        return IntStream.range(0, count).mapToObj(i -> "" + i).toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theFirstOneIsAskedForAndTheOthersAreBroughtWithoutWaiting(boolean waits) {
        BusConfig config = BusConfig.of("b", CAPACITY);
        Bus<String> bus = bus(waits ? config.waiting() : config);
        Subscription<String> mine = near.subscribes(bus);
        assertEquals(0, publishedAtOnce(bus, CAPACITY));
        assertEquals("0", near.reads(mine));
        for (int i = 0; i < 3; i++) {
            assertEquals(CAPACITY - 1, publishedAtOnce(bus, CAPACITY - 1));
            assertEquals(numbers(CAPACITY - 1), readAll(near, mine, CAPACITY - 1));
        }
        assertEquals(0, bus.stats().missed());
    }

    @Test
    void aRingThatWaitsTakesNoMoreThanItHasRoomFor() {
        Bus<String> bus = bus(BusConfig.of("b", CAPACITY).waiting());
        Subscription<String> mine = near.subscribes(bus);
        publish(bus, "first");
        assertEquals(CAPACITY - 1, publishedAtOnce(bus, CAPACITY));
        assertEquals(PublishStatus.WOULD_BLOCK, near.publishes(bus, "too many"));
        assertEquals("first", near.reads(mine));
        assertEquals(PublishStatus.PUBLISHED, near.publishes(bus, "last"));
        assertEquals(numbers(CAPACITY - 1), readAll(near, mine, CAPACITY - 1));
        assertEquals(List.of("last", "WOULD_BLOCK"), readAll(near, mine, 2));
    }

    @Test
    void aNeighbourOfTheBusMayUseTheRoomThatThoseElsewhereDoNot() {
        Bus<String> bus = bus(BusConfig.of("b", CAPACITY).waiting());
        Subscription<String> mine = near.subscribes(bus);
        publish(bus, "first");
        for (int i = 1; i < CAPACITY; i++) {
            assertEquals(PublishStatus.PUBLISHED, near.publishes(bus, "" + i));
        }
        assertEquals(PublishStatus.WOULD_BLOCK, near.publishes(bus, "too many"));
        assertEquals(PublishStatus.WOULD_BLOCK, far.publishes(bus, "too many"));
        assertEquals("first", near.reads(mine));
    }

    @Test
    void noMoreAreOnTheirWayToARingThatEvictsThanItHasRoomFor() {
        Bus<String> bus = bus(BusConfig.of("b", CAPACITY));
        Subscription<String> mine = near.subscribes(bus);
        publish(bus, "first");
        assertEquals(CAPACITY, publishedAtOnce(bus, 2 * CAPACITY));
        assertEquals(2 + CAPACITY, bus.stats().published()); // the one that it had to ask for, too
        assertEquals("1!2", near.reads(mine));
    }

    @Test
    void whoWaitsInLineIsNotOvertaken() {
        Bus<String> bus = bus(BusConfig.of("b", 2).waiting());
        Agent reader = agent("reader", 0);
        Subscription<String> mine = reader.subscribes(bus);
        publish(bus, "1", "2");
        var waiting = near.publishes(bus, "3", FOREVER);
        assertEquals(PublishStatus.WOULD_BLOCK, far.publishes(bus, "pushy"));
        assertEquals(PublishStatus.WOULD_BLOCK, outside.publishes(bus, "pushy"));
        assertFalse(waiting.isDone());
        assertEquals("1", reader.reads(mine));
        assertEquals(PublishStatus.PUBLISHED, waiting.resultNow());
        assertEquals(PublishStatus.WOULD_BLOCK, far.publishes(bus, "pushy"));
        assertEquals(List.of("2", "3", "WOULD_BLOCK"), readAll(reader, mine, 3));
    }

    @Test
    void aThreadOutsideNeedNotWaitEither() {
        Bus<String> bus = bus(BusConfig.of("b", CAPACITY));
        Subscription<String> mine = near.subscribes(bus);
        BusPublisher<String> publisher = bus.publisher();
        assertEquals(PublishStatus.PUBLISHED, publisher.tryPublish("0"));
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(neighbour.id(), 1, "waits"));
        for (int i = 1; i < CAPACITY; i++) {
            assertEquals(PublishStatus.PUBLISHED, publisher.tryPublish("" + i));
        }
        assertEquals(List.of(), neighbour.told, "the hive ran");
        Simulations.census(runtime.simulation()); // which knows of what is on its way
        assertEquals(numbers(CAPACITY), readAll(near, mine, CAPACITY));
    }

    /** In some of these runs the entry comes behind the close, in others the publisher is told of it. */
    @Test
    void whatIsOnItsWayToABusThatClosesIsGivenBack() {
        int late = 0;
        for (int i = 0; i < 50; i++) {
            var other = new TestRuntime(TestRuntime.config().shards(2).build(), runtime.seed() + i);
            Bus<String> bus = Bus.open(other.hive(), BusConfig.of("b", CAPACITY));
            assertEquals(PublishStatus.PUBLISHED, bus.publisher().tryPublish("first")); // so there is credit
            var outcome = new CompletableFuture<PublishStatus>();
            new Agent(other, "closes", 1).does(each -> {
                ActorContext self = Objects.requireNonNull(each);
                ActorId publisher = other.hive().spawn(
                        (ActorBody) child -> outcome.complete(bus.publisher(child).tryPublish("late")),
                        ActorConfig.DEFAULT.onShard(1));
                bus.close(); // it waits for that, and the publisher may have its turn
                return self.isAlive(publisher);
            });
            other.runUntilBlocked();
            boolean isLate = outcome.resultNow() == PublishStatus.PUBLISHED && bus.stats().published() == 1;
            late += isLate ? 1 : 0;
            assertEquals(0, other.hive().stats().messagesInUse(), "-Dhive.seed=" + other.seed());
            other.close();
        }
        assertTrue(late > 0, "never too late");
    }

    @Test
    void aBusThatIsClosedTellsThoseElsewhere() {
        Bus<String> bus = bus(BusConfig.of("b", CAPACITY));
        Subscription<String> mine = near.subscribes(bus);
        publish(bus, "first", "second");
        far.does(self -> {
            bus.close();
            return true;
        });
        assertEquals("CLOSED", near.reads(mine));
        assertEquals(PublishStatus.CLOSED, far.publishes(bus, "too late"));
        assertEquals(PublishStatus.CLOSED, outside.publishes(bus, "too late"));
    }

    @Test
    void anEntryThatIsTooLargeIsRefusedAndNothingIsLost() {
        ByteBus bus = ByteBus.open(runtime.hive(), BusConfig.of("b", CAPACITY).withMaxBytes(4).waiting());
        Subscription<byte[]> mine = near.does(self -> bus.subscribe(Objects.requireNonNull(self), 4));
        assertEquals(PublishStatus.PUBLISHED, far.does(self -> bytes(bus, self, 1)));
        for (int i = 0; i < 2 * CAPACITY; i++) {
            assertEquals(PublishStatus.TOO_LARGE, far.does(self -> bytes(bus, self, 5)));
        }
        for (int i = 1; i < CAPACITY; i++) {
            assertEquals(PublishStatus.PUBLISHED, far.does(self -> bytes(bus, self, 4)));
        }
        assertEquals(PublishStatus.WOULD_BLOCK, far.does(self -> bytes(bus, self, 4)));
        boolean isFirst = near.does(self -> mine.tryRead() instanceof Entry<byte[]> entry && entry.length() == 1);
        assertTrue(isFirst);
        assertEquals(PublishStatus.PUBLISHED, far.does(self -> bytes(bus, self, 0)));
    }

    private static PublishStatus bytes(ByteBus bus, @Nullable ActorContext self, int length) {
        return bus.publisher(Objects.requireNonNull(self)).tryPublish(new byte[length]);
    }
}
