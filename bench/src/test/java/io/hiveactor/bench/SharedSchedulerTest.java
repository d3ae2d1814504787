package io.hiveactor.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hiveactor.runtime.FiberMode;
import java.lang.management.ManagementFactory;
import jdk.management.VirtualThreadSchedulerMXBean;
import org.junit.jupiter.api.Test;

class SharedSchedulerTest {
    private final VirtualThreadSchedulerMXBean jdk =
            ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
    private final int before = jdk.getParallelism();
    private final SharedScheduler scheduler = new SharedScheduler();

    @Test
    void whatOneContestantAddsIsNotThereForTheOthers() {
        Contestant noFlag = scheduler.start(() -> HivePingPong.handler(FiberMode.JDK_SCHEDULER));
        assertEquals(before, jdk.getParallelism());
        Contestant peer = scheduler.start(VirtualThreadPingPong::new);

        scheduler.isFor(noFlag);
        assertEquals(before + 1, jdk.getParallelism());
        scheduler.isFor(peer);
        assertEquals(before, jdk.getParallelism());

        scheduler.close(noFlag);
        assertEquals(before, jdk.getParallelism());
        scheduler.close(peer);
        assertEquals(before, jdk.getParallelism());
    }
}
