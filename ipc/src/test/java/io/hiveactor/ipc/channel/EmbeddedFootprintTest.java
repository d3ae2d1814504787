package io.hiveactor.ipc.channel;

import static io.hiveactor.ipc.channel.ChannelStatus.OK;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a full table of the embedded profile takes. */
class EmbeddedFootprintTest {
    private static final ChannelProfile PROFILE =
            ChannelProfile.EMBEDDED.withBindLimit(ChannelProfile.EMBEDDED.maxDescriptors());
    private static final int HEADER_BYTES = 32;

    /** As many channels as there may be, of the default capacity, and one task with as many handles as it may have. */
    private static ChannelTable full() {
        var table = new ChannelTable(PROFILE, () -> 0, null);
        for (int i = 0; i < PROFILE.maxDescriptors(); i++) {
            assertEquals(OK, table.bind(1, "app:" + i, 0, 0).status());
            if (i < PROFILE.handleLimit()) {
                assertEquals(OK, table.open(1, "app:" + i, 0).status());
            }
        }
        return table;
    }

    @BeforeAll
    static void readManagement() { // the module under test has no need of it
        Module own = EmbeddedFootprintTest.class.getModule();
        for (String name : List.of("java.management", "jdk.management")) {
            own.addReads(ModuleLayer.boot().findModule(name).orElseThrow());
        }
    }

    @Test
    void theStorageForMessagesIsWhatTheCapacitiesSay() {
        TableStats stats = full().snapshot().stats();
        int messages = PROFILE.defaultCapacity() / (MessageRing.OVERHEAD + 1); // of one byte each
        assertEquals(PROFILE.maxDescriptors() * (PROFILE.defaultCapacity() + messages * HEADER_BYTES),
                stats.footprintBytes());
        assertTrue(stats.isPoolExhausted());
        assertEquals(PROFILE.handleLimit(), stats.handleCount());
        assertTrue(stats.footprintBytes() <= 5 * 1024, stats.toString());
    }

    @Test
    void aTapDoublesItsChannel() {
        ChannelTable table = full();
        long before = table.snapshot().stats().footprintBytes();
        assertEquals(OK, table.tap(1, 1, true));
        assertEquals(before + before / PROFILE.maxDescriptors(), table.snapshot().stats().footprintBytes());
        assertEquals(OK, table.tap(1, 1, false));
        assertEquals(before, table.snapshot().stats().footprintBytes());
    }

    /** What stays of many of them after a collection; a hundred times as much as the noise of everything else. */
    @Test
    void aFullTableKeepsNoMoreThan16KibiBytes() {
        int count = 500;
        var tables = new ChannelTable[count + 1];
        tables[count] = full(); // loads classes
        long before = used();
        for (int i = 0; i < count; i++) {
            tables[i] = full();
        }
        long each = (used() - before) / count;
        assertEquals(1, tables[count / 2].counters().size()); // they are all still there
        assertTrue(each > 5 * 1024 && each <= 16 * 1024, each + " bytes");
    }

    private static long used() {
        Runtime runtime = Runtime.getRuntime();
        runtime.gc();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    /** All that is allocated on the way, most of it garbage. */
    @Test
    void fillingATableAllocatesNoMoreThan64KibiBytes() {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 20; i++) { // the first ones load classes
            long before = threads.getCurrentThreadAllocatedBytes();
            ChannelTable table = full();
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            assertEquals(1, table.counters().size());
        }
        assertTrue(least > 5 * 1024 && least <= 64 * 1024, least + " bytes");
    }
}
