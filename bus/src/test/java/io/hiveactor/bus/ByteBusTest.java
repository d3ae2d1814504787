package io.hiveactor.bus;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorContext;
import io.hiveactor.testkit.TestRuntime;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Entries of bytes, on the shard of the bus (0), on another (1), and outside (2). */
class ByteBusTest extends BusScene {
    ByteBusTest() {
        super(TestRuntime.config().maxPayload(64));
    }

    private ByteBus bytes(BusConfig config) {
        return ByteBus.open(runtime.hive(), config);
    }

    private static Subscription<byte[]> subscribe(ByteBus bus, @Nullable ActorContext self, int mostBytes) {
        return self == null ? bus.subscribe(mostBytes) : bus.subscribe(self, mostBytes);
    }

    private static PublishStatus publish(ByteBus bus, @Nullable ActorContext self, MemorySegment bytes) {
        return publisher(bus, self).tryPublish(bytes);
    }

    private static MemorySegment of(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return MemorySegment.ofArray(bytes);
    }

    private static byte[] read(Subscription<byte[]> from) {
        var entry = (Entry<byte[]>) from.tryRead();
        return Arrays.copyOf(entry.bytes(), entry.length());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, OUTSIDE})
    void bytesAreCopiedInAndOut(int place) {
        ByteBus bus = bytes(BusConfig.of("b", 4));
        Agent user = agent("user", place);
        byte[] out = {1, 2, 3};
        var mine = user.does(self -> subscribe(bus, self, 8));
        assertEquals(PublishStatus.PUBLISHED, user.does(self -> publish(bus, self, MemorySegment.ofArray(out))));
        out[0] = 9;
        assertEquals(PublishStatus.PUBLISHED, user.does(self -> publish(bus, self, of())));
        assertEquals(PublishStatus.PUBLISHED, user.does(self -> publish(bus, self, of(4))));
        assertArrayEquals(new byte[] {1, 2, 3}, user.does(self -> read(mine)));
        assertArrayEquals(new byte[0], user.does(self -> read(mine)));
        assertArrayEquals(new byte[] {4}, user.does(self -> read(mine)));
        assertTrue(user.begins(self -> ((Entry<byte[]>) mine.tryRead()).value()).isCompletedExceptionally());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, OUTSIDE})
    void arraysBuffersAndSegmentsAreCopiedAlike(int place) {
        ByteBus bus = bytes(BusConfig.of("b", 16));
        Agent user = agent("user", place);
        var mine = user.does(self -> subscribe(bus, self, 8));
        byte[] array = {1, 2, 3};
        ByteBuffer part = ByteBuffer.wrap(array).position(1);
        ByteBuffer direct = ByteBuffer.allocateDirect(2).put(0, (byte) 7).asReadOnlyBuffer();
        BytePublisher publisher = user.does(self -> publisher(bus, self));
        assertEquals(Collections.nCopies(9, PublishStatus.PUBLISHED), user.does(self -> List.of(
                publisher.tryPublish(array), publisher.tryPublish(part), publisher.tryPublish(of(4)),
                publisher.publish(array), publisher.publish(direct), publisher.publish(of(5)),
                publisher.publish(array, ofMillis(5)), publisher.publish(part, ofMillis(5)),
                publisher.publish(of(6), ofMillis(5)))));
        assertEquals(1, part.position());
        array[1] = 9;
        List<String> read = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            read.add(user.does(self -> Arrays.toString(read(mine))));
        }
        assertEquals("[[1, 2, 3], [2, 3], [4], [1, 2, 3], [7, 0], [5], [1, 2, 3], [2, 3], [6]]", read.toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aHandlerIsToldOfEntries(int shard) {
        ByteBus bus = bytes(BusConfig.of("b", 4));
        Agent handler = agent("handler", shard);
        Subscription<byte[]> mine = handler.does(self -> bus.subscribe(self, 2, 7));
        assertEquals(PublishStatus.PUBLISHED, bus.publisher().tryPublish(of(1, 2, 3)));
        runtime.runUntilBlocked();
        assertEquals(List.of(7), handler.told);
        var read = new ArrayList<String>();
        assertEquals(1, handler.<Integer>does(self -> mine.drain(entry ->
                read.add(entry.length() + " " + entry.isTruncated()))));
        assertEquals(List.of("2 true"), read);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, OUTSIDE})
    void aPublisherIsTheSameEachTimeAndWaitsForRoom(int place) {
        ByteBus bus = bytes(BusConfig.of("b", 1).waiting());
        Agent user = agent("user", place);
        var mine = near.does(self -> subscribe(bus, self, 8));
        BytePublisher publisher = user.does(self -> publisher(bus, self));
        assertSame(publisher, user.does(self -> publisher(bus, self)));
        assertEquals(PublishStatus.PUBLISHED, user.does(self -> publisher.tryPublish(of(1, 2))));
        assertEquals(PublishStatus.WOULD_BLOCK, user.does(self -> publisher.tryPublish(of(3))));
        if (place != OUTSIDE) {
            var waiting = user.begins(self -> publisher.publish(of(3), ofMillis(5)));
            assertArrayEquals(new byte[] {1, 2}, near.does(self -> read(mine)));
            assertEquals(PublishStatus.PUBLISHED, waiting.resultNow());
            assertArrayEquals(new byte[] {3}, near.does(self -> read(mine)));
        }
    }

    private static BytePublisher publisher(ByteBus bus, @Nullable ActorContext self) {
        return self == null ? bus.publisher() : bus.publisher(self);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, OUTSIDE})
    void whatFitsIsCopiedAndTheEntryCountsAsRead(int place) {
        ByteBus bus = bytes(BusConfig.of("b", 4));
        Agent user = agent("user", place);
        var mine = user.does(self -> subscribe(bus, self, 2));
        assertEquals(PublishStatus.PUBLISHED, user.does(self -> publish(bus, self, of(1, 2, 3))));
        assertEquals(PublishStatus.PUBLISHED, user.does(self -> publish(bus, self, of(4, 5))));
        assertEquals(true, user.does(self -> ((Entry<byte[]>) mine.tryRead()).isTruncated()));
        assertEquals(1, bus.stats().entries());
        assertEquals(false, user.does(self -> {
            var entry = (Entry<byte[]>) mine.tryRead();
            assertArrayEquals(new byte[] {4, 5}, Arrays.copyOf(entry.bytes(), entry.length()));
            return entry.isTruncated();
        }));
        user.closes(mine);
        var none = user.does(self -> subscribe(bus, self, 0));
        assertEquals(PublishStatus.PUBLISHED, user.does(self -> publish(bus, self, of(1))));
        assertEquals(true, user.does(self -> ((Entry<byte[]>) none.tryRead()).isTruncated()));
        assertThrows(IllegalArgumentException.class, () -> bus.subscribe(-1).close());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, OUTSIDE})
    void moreThanAnEntryCanHaveIsRefused(int place) {
        ByteBus small = bytes(BusConfig.of("small", 4).withMaxBytes(3));
        ByteBus plain = bytes(BusConfig.of("plain", 4));
        Agent user = agent("user", place);
        assertEquals(PublishStatus.PUBLISHED, user.does(self -> publish(small, self, of(1, 2, 3))));
        assertEquals(PublishStatus.TOO_LARGE, user.does(self -> publish(small, self, of(1, 2, 3, 4))));
        MemorySegment largest = MemorySegment.ofArray(new byte[64]);
        assertEquals(PublishStatus.PUBLISHED, user.does(self -> publish(plain, self, largest)));
        assertEquals(PublishStatus.TOO_LARGE,
                user.does(self -> publish(plain, self, MemorySegment.ofArray(new byte[65]))));
        assertEquals(1, small.stats().published());
    }

    /** The memory belongs to the publisher's thread, and the ring to another one. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, OUTSIDE})
    void bytesOfConfinedMemoryAreReadByTheirOwner(int place) {
        ByteBus bus = bytes(BusConfig.of("b", 1).waiting());
        Agent user = agent("user", place);
        var mine = far.does(self -> bus.subscribe(self, 8));
        var end = user.begins(self -> {
            try (Arena own = Arena.ofConfined()) {
                MemorySegment bytes = own.allocateFrom("12");
                PublishStatus first = publish(bus, self, bytes);
                bytes.fill((byte) 7);
                PublishStatus second = self == null
                        ? bus.publisher().publish(bytes, ofMillis(5))
                        : bus.publisher(self).publish(bytes, FOREVER);
                return first + " " + second;
            }
        });
        assertArrayEquals(new byte[] {'1', '2', 0}, far.does(self -> read(mine)));
        if (place == OUTSIDE) {
            assertEquals("PUBLISHED TIMEOUT", end.resultNow());
        } else {
            assertEquals("PUBLISHED PUBLISHED", end.resultNow());
            assertArrayEquals(new byte[] {7, 7, 7}, far.does(self -> read(mine)));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, OUTSIDE})
    void nothingToPublishIsTheCallersBug(int place) {
        ByteBus bus = bytes(BusConfig.of("b", 1));
        Agent user = agent("user", place);
        assertTrue(user.begins(self -> publish(bus, self, null)).exceptionNow() instanceof NullPointerException);
        assertEquals(DestroyStatus.DESTROYED, bus.destroy());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, OUTSIDE})
    void memoryThatIsGoneOrAnothersIsTheCallersBug(int place) {
        ByteBus bus = bytes(BusConfig.of("b", 1));
        Agent user = agent("user", place);
        var mine = far.does(self -> bus.subscribe(self, 8));
        assertEquals(PublishStatus.PUBLISHED, user.does(self -> publish(bus, self, of(1))));
        MemorySegment gone;
        try (Arena shared = Arena.ofShared()) {
            gone = shared.allocateFrom("12");
        }
        assertTrue(user.begins(self -> publish(bus, self, gone)).exceptionNow() instanceof IllegalStateException);
        try (Arena others = Arena.ofConfined()) {
            MemorySegment confined = others.allocateFrom("12");
            var end = user.begins(self -> publish(bus, self, confined));
            assertEquals(place != OUTSIDE, end.isCompletedExceptionally());
        }
        assertArrayEquals(place == OUTSIDE ? new byte[] {'1', '2', 0} : new byte[] {1}, far.does(self -> read(mine)));
        assertEquals(0, bus.stats().entries());
    }
}
