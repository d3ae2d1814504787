package io.hiveactor.bus;

import static java.time.Duration.ofNanos;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.testkit.TestRuntime;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The limits of a configuration: a bad value is named in what is thrown. */
class BusConfigTest extends BusScene {
    BusConfigTest() {
        super(TestRuntime.config().maxPayload(64));
    }

    private static void refused(String message, UnaryOperator<BusConfig> change) {
        BusConfig good = BusConfig.of("b", 1);
        var e = assertThrows(IllegalArgumentException.class, () -> assertEquals(good, change.apply(good)));
        assertEquals(message, e.getMessage());
    }

    @Test
    void badValuesAreNamed() {
        refused("capacity must be 1 to 1048576: 0", config -> BusConfig.of("b", 0));
        refused("capacity must be 1 to 1048576: -7", config -> BusConfig.of("b", -7));
        refused("capacity must be 1 to 1048576: 1048577", config -> BusConfig.of("b", BusConfig.MAX_CAPACITY + 1));
        refused("maxBytes must not be negative: -1", config -> config.withMaxBytes(-1));
        refused("consumeAfter must not be negative: -1", config -> config.consumedAfter(-1));
        refused("maxAge must not be negative: PT-0.000000001S", config -> config.withMaxAge(ofNanos(-1)));
        refused("maxSubscribers must be positive: 0", config -> config.withMaxSubscribers(0));
        refused("shard must not be negative: -1", config -> config.onShard(-1));
    }

    /** Such an entry would never be consumed. */
    @Test
    void moreReadersThanMaySubscribeAreRefused() {
        refused("consumeAfter must be at most maxSubscribers, which is 2: 3",
                config -> config.withMaxSubscribers(2).consumedAfter(3));
        refused("consumeAfter must be at most maxSubscribers, which is 2: 3",
                config -> config.consumedAfter(3).withMaxSubscribers(2));
        assertEquals(2, BusConfig.of("b", 1).withMaxSubscribers(2).consumedAfter(2).consumeAfter());
    }

    @Test
    void nullsAreNamed() {
        assertEquals("name", assertThrows(NullPointerException.class, () -> check(BusConfig.of(null, 1))).getMessage());
        assertEquals("maxAge", assertThrows(NullPointerException.class,
                () -> check(BusConfig.of("b", 1).withMaxAge(null))).getMessage());
    }

    private static void check(BusConfig config) {
        assertTrue(config.capacity() > 0);
    }

    @Test
    void whatTheHiveCannotGiveIsRefused() {
        var noShard = assertThrows(IllegalArgumentException.class, () -> bus(BusConfig.of("b", 1).onShard(2)).close());
        assertTrue(noShard.getMessage().endsWith("has shards 0 to 1, there is no shard 2"), noShard::getMessage);
        var tooLong = assertThrows(IllegalArgumentException.class,
                () -> bus(BusConfig.of("b", 1).withMaxBytes(65)).close());
        assertTrue(tooLong.getMessage().endsWith("at most 64 bytes, so an entry cannot have 65"), tooLong::getMessage);
        bus(BusConfig.of("b", 1).withMaxBytes(64)).close();
    }

    @Test
    void theLargestRingIsOne() {
        Bus<String> bus = bus(BusConfig.of("b", BusConfig.MAX_CAPACITY));
        Subscription<String> mine = near.subscribes(bus);
        publish(bus, "1");
        assertEquals("1", near.reads(mine));
    }

    @Test
    void aClosedHiveOpensNone() {
        runtime.close();
        var e = assertThrows(IllegalStateException.class, () -> bus(BusConfig.of("b", 1)).close());
        assertTrue(e.getMessage().endsWith("is closed"), e::getMessage);
    }

    @Test
    void anActorOfAnotherHiveIsRefused() {
        try (var other = new TestRuntime()) {
            Bus<String> elsewhere = Bus.open(other.hive(), BusConfig.of("b", 1));
            var refusal = far.begins(self -> elsewhere.trySubscribe(self)).exceptionNow();
            assertTrue(refusal instanceof IllegalArgumentException, refusal::toString);
        }
    }
}
