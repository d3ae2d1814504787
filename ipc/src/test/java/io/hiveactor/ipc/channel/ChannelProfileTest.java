package io.hiveactor.ipc.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;

class ChannelProfileTest {
    @Test
    void theNamedOnesHaveTheLimitsOfHsx() {
        assertEquals(ChannelProfile.of(256, 64, 64, 0), ChannelProfile.named("desktop"));
        assertEquals(ChannelProfile.of(16, 8, 64, 20), ChannelProfile.named("Embedded"));
        assertEquals(64, ChannelProfile.DESKTOP.bindLimit());
        assertEquals(4, ChannelProfile.EMBEDDED.bindLimit());
        assertThrows(IllegalArgumentException.class, () -> ChannelProfile.named("toaster"));
    }

    @Test
    void thePropertyComesBeforeTheEnvironmentAndDesktopIsTheDefault() {
        assertSame(ChannelProfile.DESKTOP, ChannelProfile.chosen(null, null));
        assertSame(ChannelProfile.EMBEDDED, ChannelProfile.chosen(null, "embedded"));
        assertSame(ChannelProfile.DESKTOP, ChannelProfile.chosen("DESKTOP", "embedded"));
        assertThrows(IllegalArgumentException.class, () -> ChannelProfile.chosen("", null));
    }

    @Test
    void limitsAreChecked() {
        assertEquals(1, ChannelProfile.of(0, 1, 1, 0).maxDescriptors());
        assertThrows(IllegalArgumentException.class, () -> ChannelProfile.of(1, 0, 64, 0));
        assertThrows(IllegalArgumentException.class, () -> ChannelProfile.of(1, 1, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> ChannelProfile.of(1, 1, 65_536, 0));
        assertThrows(IllegalArgumentException.class, () -> ChannelProfile.of(1, 1, 64, -1));
    }

    @Test
    void singleQuotasAreOverriddenOneByOne() {
        ChannelProfile all = ChannelProfile.EMBEDDED.withoutNamespace(Namespace.APP).withExpiredAsWouldBlock();
        Set<Namespace> left = all.namespaces();
        assertEquals(new ChannelProfile(99, 8, 4, 64, 20, left, true), all.withMaxDescriptors(99));
        assertEquals(new ChannelProfile(16, 99, 4, 64, 20, left, true), all.withHandleLimit(99));
        assertEquals(new ChannelProfile(16, 8, 99, 64, 20, left, true), all.withBindLimit(99));
        assertEquals(new ChannelProfile(16, 8, 4, 99, 20, left, true), all.withDefaultCapacity(99));
        assertEquals(new ChannelProfile(16, 8, 4, 64, 99, left, true), all.withTapRateLimit(99));
        assertThrows(IllegalArgumentException.class, () -> all.withHandleLimit(0));
        assertThrows(IllegalArgumentException.class, () -> all.withBindLimit(0));
        assertThrows(IllegalArgumentException.class, () -> all.withDefaultCapacity(65_536));
        assertThrows(IllegalArgumentException.class, () -> all.withTapRateLimit(-1));
    }

    @Test
    void aNamespaceThatIsOffIsRefused() {
        ChannelProfile profile =
                ChannelProfile.DESKTOP.withoutNamespace(Namespace.SHARED).withoutNamespace(Namespace.SVC);
        assertEquals(Set.of(Namespace.PID, Namespace.APP), profile.namespaces());
        var t = new TestTable(profile);
        assertEquals(ChannelStatus.INVALID_ARGUMENT, t.table.bind(1, "shared:f", 0, 0).status());
        assertEquals(ChannelStatus.INVALID_ARGUMENT, t.table.open(1, "log", 0).status());
        assertEquals(new RegisterResult(ChannelStatus.OK, 0, 0, 0), t.table.register(1));
        assertEquals(1, t.open(2, "pid:1", 0));
    }

    @Test
    void embeddedHoldsFourTasksAndBoundsItsBytes() {
        var t = new TestTable(ChannelProfile.EMBEDDED);
        for (int pid = 1; pid <= 4; pid++) {
            assertEquals(ChannelStatus.OK, t.table.register(pid).status());
        }
        assertFalse(t.table.bind(1, "app:x", 0, 0).status() == ChannelStatus.OK);
        TableStats stats = t.table.snapshot().stats();
        assertTrue(stats.isPoolExhausted());
        assertEquals(1_024, stats.totalCapacity());
        assertTrue(stats.footprintBytes() <= 16 * 64 * 5, () -> stats.footprintBytes() + " bytes");
    }

    @Test
    void saturationIsShown() {
        var t = new TestTable();
        int d = t.bind(1, "app:a", 36, 0);
        int handle = t.open(1, "app:a", 0);
        t.send(1, handle, "x");
        assertEquals(0.25, t.state(d).saturation());
        assertEquals(27, t.table.snapshot().stats().bytesAvailable());
    }
}
