package io.hiveactor.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hiveactor.runtime.HiveStats;
import io.hiveactor.runtime.port.Simulations;

/** What a test's hive must not have any more when the test is over. */
final class Leftovers {
    private Leftovers() {}

    /** Counts every slot and place, closes the hive, and makes sure that nothing of its actors is left. */
    static void assertNone(TestRuntime runtime) {
        runtime.runUntilBlocked();
        assertEquals(runtime.hive().config().messages(), Simulations.census(runtime.simulation()).all());
        runtime.close();
        HiveStats stats = runtime.hive().stats();
        String where = stats + ", seed " + runtime.seed();
        assertEquals(0, stats.actors(), where);
        assertEquals(0, stats.zombies(), where);
        assertEquals(0, stats.messagesInUse(), where);
        assertEquals(0, stats.systemPlaces(), where);
        assertEquals(0, stats.names(), where);
        assertEquals(0, stats.nameWatches(), where);
        assertEquals(0, stats.deadlines(), where);
        assertEquals(0, stats.fibers(), where);
    }
}
