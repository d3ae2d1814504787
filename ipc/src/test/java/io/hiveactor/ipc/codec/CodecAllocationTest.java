package io.hiveactor.ipc.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CodecAllocationTest {
    private static final int ROUNDS = 20_000;

    record Order(String name, Thread.State state, List<String> lines, Optional<Byte> rank) {
        static final Codec<Order> CODEC = Codec.record(
                Codec.TEXT, Order::name,
                Codec.ofEnum(Thread.State.class), Order::state,
                Codec.listOf(Codec.TEXT), Order::lines,
                Codec.optional(Codec.BYTE), Order::rank,
                Order::new);
    }

    private final byte[] bytes = new byte[100];
    private final ByteBuffer buffer = Wire.payload(bytes);
    private Object last = "none"; // an object that nobody sees might never be made

    @Test
    void anEncodeMakesNoObjects() {
        Codec<Object> codec =
                Codec.oneOf(Codec.variant(Order.class, Order.CODEC), Codec.variant(String.class, Codec.TEXT));
        List<String> lines = new ArrayList<>(List.of("\u20ac", "\ud83d\udc1d"));
        var order = new Order("b\u00fccher", Thread.State.NEW, lines, Optional.of((byte) 3));
        long allocated = allocatedBy(() -> {
            codec.encode(order, buffer.clear());
            codec.encode("hello", buffer);
            return order;
        });
        assertTrue(allocated < ROUNDS, allocated + " bytes in " + ROUNDS + " rounds");
    }

    @Test
    void aDecodeOfTextMakesTheTextAndNothingElse() {
        Codec.PLAIN_TEXT.encode("hello", buffer);
        long text = allocatedBy(() -> new String(bytes, 0, 5, UTF_8));
        long decoded = allocatedBy(() -> Codec.PLAIN_TEXT.decode(buffer.position(0).limit(5)));
        assertEquals("hello", last);
        assertTrue(decoded - text < ROUNDS, decoded + " instead of " + text + " bytes in " + ROUNDS + " rounds");
    }

    private long allocatedBy(Supplier<Object> round) {
        rounds(round);
        long before = allocatedBytes();
        rounds(round);
        return allocatedBytes() - before;
    }

    private void rounds(Supplier<Object> round) {
        for (int i = 0; i < ROUNDS; i++) {
            last = round.get();
        }
    }

    /** By this thread, from its start. */
    private static long allocatedBytes() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    @BeforeAll
    static void readManagement() { // the module under test has no need of it
        Module own = CodecAllocationTest.class.getModule();
        for (String name : List.of("java.management", "jdk.management")) {
            own.addReads(ModuleLayer.boot().findModule(name).orElseThrow());
        }
    }
}
