package io.hiveactor.bench;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.FiberMode;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each contestant of the group ipc, small: it comes to its end twice, takes time, and closes. */
@Timeout(value = 30, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class IpcContestantTest {
    private static final int OPERATIONS = 1_000; // more than there is room for, where there is a bound

    @ParameterizedTest
    @ValueSource(strings = {
        "flood-inside", "flood-outside-1p", "flood-outside-2p", "request-reply", "send-full-pool", "drop-full",
        "selective-receive", "selective-receive-10"
    })
    void everySystemComesToItsEnd(String workload) throws InterruptedException {
        for (Entry entry : new Catalog(10).entries(workload)) {
            try (Contestant contestant = entry.start().get()) {
                assertTrue(contestant.run(OPERATIONS) > 0, entry.system());
                assertTrue(contestant.run(OPERATIONS) > 0, entry.system());
            }
        }
    }

    @Test
    void sendersThatWaitShowHowLongAHandOffTakes() throws InterruptedException {
        assertShowsHandOffs(HiveFullPool.on(FiberMode.JDK_SCHEDULER));
        assertShowsHandOffs(QueueFullPool.start());
    }

    private static void assertShowsHandOffs(Contestant contestant) throws InterruptedException {
        try (contestant) {
            contestant.run(OPERATIONS);
            Function<String, Double> figure = name -> contestant.figures().getOrDefault(name, 0.0);

            assertTrue(figure.apply("p50") > 0);
            assertTrue(figure.apply("p99") >= figure.apply("p50"));
            assertTrue(figure.apply("p999") >= figure.apply("p99"));
        }
    }
}
