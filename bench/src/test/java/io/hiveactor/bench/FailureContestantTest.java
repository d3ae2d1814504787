package io.hiveactor.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.FiberMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each contestant of the group failure, small: it comes to its end twice, takes time, and closes. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FailureContestantTest {
    @ParameterizedTest
    @CsvSource({"link-storm, 20000", "restart, 1000", "spawn-exit, 1000", "spawn-exit-straight, 1000"})
    void everySystemComesToItsEnd(String workload, int operations) throws InterruptedException {
        for (Entry entry : new Catalog(10).entries(workload)) {
            try (Contestant contestant = entry.start().get()) {
                for (int i = 0; i < 2; i++) {
                    contestant.prepare(operations);
                    assertTrue(contestant.run(operations) > 0, entry.system());
                }
            }
        }
    }

    @Test
    void aStormIsTenThousandOperations() {
        try (Contestant storm = HiveLinkStorm.on(FiberMode.JDK_SCHEDULER)) {
            assertThrows(IllegalArgumentException.class, () -> storm.prepare(9_999));
            assertThrows(IllegalArgumentException.class, () -> storm.run(10_001));
        }
    }

    @Test
    void onlyTheFirstMessageOfALifeIsARestart() {
        var life = new Life();

        assertEquals(Life.Answer.FIRST, life.handle(Life.NEXT));
        assertEquals(Life.Answer.LATER, life.handle(Life.NEXT));
        assertThrows(Life.CrashException.class, () -> life.handle(Life.CRASH));
        assertThrows(IllegalStateException.class, () -> Life.requireFirst(Life.Answer.LATER));
    }

    @Test
    void whatIsPreparedCountsNeitherAsTimeNorAsMemory() throws InterruptedException {
        var calls = new ArrayList<String>();
        var contestant = new Contestant() {
            private byte[] setUp = {};

            @Override
            public void prepare(int operations) {
                calls.add("prepare " + operations);
                setUp = new byte[50_000_000];
            }

            @Override
            public long run(int operations) {
                calls.add("run " + operations + (setUp.length > 0));
                return operations;
            }

            @Override
            public void close() {}
        };

        Result result = new Rounds(1, Long.MAX_VALUE, text -> {})
                .measure(List.of(new Entry("walk", "dog", 10, () -> contestant))).getFirst();

        assertEquals(List.of("prepare 10", "run 10true"), calls.subList(calls.size() - 2, calls.size()));
        assertEquals(1, result.median());
        assertTrue(result.allocatedPerOperation() < 5_000_000 / 2, "bytes: " + result.allocatedPerOperation());
        assertEquals(Map.of(), result.figures());
    }
}
