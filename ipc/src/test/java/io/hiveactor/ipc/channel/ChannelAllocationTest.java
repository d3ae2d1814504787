package io.hiveactor.ipc.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ChannelAllocationTest {
    private static final int ROUNDS = 20_000;

    private final ChannelTable table = new ChannelTable(ChannelProfile.DESKTOP, System::nanoTime, null);
    private final ChannelMessage out = new ChannelMessage(new byte[64]);
    private final ChannelMessage in = new ChannelMessage(64);
    private final Peek peek = new Peek();
    private final Silent silent = new Silent(new ChannelMessage(64));

    @Test
    void sendReceivePeekAndWaitMakeNoObjects() {
        int handle = open("app:a", 800, ChannelModes.RDWR, 0);
        int writer = open("shared:f", 800, ChannelModes.FANOUT_BLOCK, ChannelModes.WRONLY);
        int reader = open("shared:f", 0, 0, ChannelModes.RDONLY);
        int tap = open("shared:f", 0, 0, ChannelModes.TAP | ChannelModes.RDONLY);
        table.limitTaps(1_000_000);
        rounds(handle, writer, reader, tap);
        long before = allocatedBytes();
        rounds(handle, writer, reader, tap);
        long bytes = allocatedBytes() - before;
        assertTrue(bytes < ROUNDS, bytes + " bytes in " + ROUNDS + " rounds");
    }

    /** By this thread, from its start. */
    private static long allocatedBytes() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    @BeforeAll
    static void readManagement() { // the module under test has no need of it
        Module own = ChannelAllocationTest.class.getModule();
        for (String name : List.of("java.management", "jdk.management")) {
            own.addReads(ModuleLayer.boot().findModule(name).orElseThrow());
        }
    }

    private int open(String target, int capacity, int mode, int flags) {
        assertEquals(ChannelStatus.OK, table.bind(1_000, target, capacity, mode).status());
        return table.open(1_000, target, flags).handle();
    }

    private void rounds(int handle, int writer, int reader, int tap) {
        for (int i = 0; i < ROUNDS; i++) {
            check(table.send(1_000, handle, out), ChannelStatus.OK);
            check(table.peek(1_000, handle, peek), ChannelStatus.OK);
            check(table.receive(1_000, handle, in), ChannelStatus.OK);
            check(table.receive(1_000, handle, in), ChannelStatus.NO_DATA);
            check(table.receive(1_000, handle, silent, 1_000), ChannelStatus.WAITING);
            check(table.send(1_000, handle, out), ChannelStatus.OK);
            check(table.send(1_000, writer, out), ChannelStatus.OK);
            check(table.receive(1_000, reader, in), ChannelStatus.OK);
            check(table.receive(1_000, tap, in), ChannelStatus.OK);
        }
    }

    private static void check(ChannelStatus got, ChannelStatus expected) {
        if (got != expected) {
            throw new AssertionError(got);
        }
    }

    private static final class Silent extends Waiter {
        Silent(ChannelMessage message) {
            super(message);
        }

        @Override
        protected void completed(ChannelStatus outcome) {}
    }
}
