package io.hiveactor.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.Hive;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every example prints what its page says. Both fiber modes give the same output. */
@Timeout(30)
class ExamplesTest {
    @Test
    void theCounterAnswersWithItsTotal() throws Exception {
        assertEquals(List.of("total: 42"), Output.of("counter"));
    }

    @Test
    void aTypedActorReceivesTimersFuturesAndExitsAndReleasesItsFile() throws Exception {
        assertEquals(
                List.of("the file is open", "3 beats", "helper ended: CRASH", "the file is closed: NORMAL"),
                Output.of("lifecycle"));
    }

    @Test
    void aLineThatCrashesItsParserDoesNotAffectTheOthers() throws Exception {
        assertEquals(
                List.of(
                        "17: 17",
                        "one: CLOSED",
                        "25: 25",
                        "sum: 42",
                        "session 7: 5",
                        "stopped: true",
                        "supervisor: ASKED"),
                Output.of("workers"));
    }

    @Test
    void helloGreetsBeforeTheHiveHasClosed() throws Exception {
        assertEquals(List.of("hello world", "SENT"), Output.of("hello"));
    }

    @Test
    void pingPongPlaysAsManyRoundsAsItIsAskedFor() throws Exception {
        List<String> lines = Output.of("pingpong", "1000");

        assertEquals(1, lines.size(), lines::toString);
        boolean hasFlag = Object.class.getModule().isOpen("java.lang", Hive.class.getModule());
        String mode = hasFlag ? "OWN_CARRIER" : "JDK_SCHEDULER";
        assertTrue(lines.getFirst().matches("SENT: 1,000 rounds, \\d+ ns each, mode " + mode), lines::toString);
    }

    @Test
    void aShardGoesOnWhileItsActorsBlock() throws Exception {
        assertEquals(
                List.of(
                        "the shard goes on",
                        "the future is complete",
                        "the lock was free",
                        "the sleep is over",
                        "what the file says"),
                Output.of("blocking"));
    }

    @Test
    void timersTickAndASleepLeavesTheTickInTheMailbox() throws Exception {
        assertEquals(
                List.of(
                        "beat 1: true",
                        "beat 2: true",
                        "beat 3: true",
                        "cancelled: true",
                        "the reminder waits: true",
                        "reminded",
                        "nothing came in time",
                        "timed says: the end"),
                Output.of("timers"));
    }

    @Test
    void actorsEndAloneAndTheListenerIsTold() throws Exception {
        assertEquals(
                List.of(
                        "to fragile: SENT",
                        "fragile ended: CRASH, cannot work with zero",
                        "to fragile: NO_TARGET",
                        "to quitter: SENT",
                        "quitter ended: 7",
                        "killed: true, again: false",
                        "waiter ended: KILLED",
                        "steady got the last word",
                        "steady ended: NORMAL",
                        "to steady: SENT"),
                Output.of("crash"));
    }

    @Test
    void aLinkTellsTheOtherAndAMonitorTheWatcher() throws Exception {
        assertEquals(
                List.of(
                        "the valve is open: LINKED",
                        "to the pump: SENT",
                        "the valve closes: 9000 is too fast",
                        "pump ended: CRASH, by its monitor: true",
                        "valve ended: 1, by its monitor: true",
                        "to link the dead: NO_TARGET"),
                Output.of("links"));
    }

    @Test
    void aSupervisedChildIsStartedAgainUnderItsIdAndStopsInItsTurn() throws Exception {
        assertEquals(
                List.of(
                        "watching root",
                        "watching parser",
                        "17: SENT",
                        "one: SENT",
                        "parser ended: CRASH, For input string: \"one\"",
                        "25: SENT",
                        "parser ended: KILLED",
                        "the store closes with 42",
                        "everybody has stopped",
                        "root ended: NORMAL",
                        "asked to stop: ASKED, and the parser is there: false"),
                Output.of("supervisor"));
    }

    @Test
    void aSendLosesNothingAndEachLimitTellsAndDropsAsItSays() throws Exception {
        assertEquals(
                List.of(
                        "notify: 6 of 10 refused",
                        "send: 10 of 10 sent",
                        "consumed: [1, 2, 3, 4, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]",
                        "BLOCK_SENDER told [SENT, SENT, MAILBOX_FULL, MAILBOX_FULL, MAILBOX_FULL], read [A1, B1], "
                                + "0 dropped: []",
                        "FAIL told [SENT, SENT, MAILBOX_FULL, MAILBOX_FULL, MAILBOX_FULL], read [A1, B1], "
                                + "0 dropped: []",
                        "DROP_NEWEST told [SENT, SENT, DROPPED, DROPPED, DROPPED], read [A1, B1], "
                                + "3 dropped: [A2, B2, A3]",
                        "DROP_OLDEST told [SENT, SENT, SENT, SENT, SENT], read [B2, A3], 3 dropped: [A1, B1, A2]",
                        "CONFLATE told [SENT, SENT, SENT, SENT, SENT], read [A3, B2], 3 dropped: [A1, B1, A2]"),
                Output.of("backpressure"));
    }

    @Test
    void aRequestGivesItsAnswerOrTheReasonThereIsNone() throws Exception {
        assertEquals(
                List.of(
                        "the clerk at the front desk: REGISTERED",
                        "answer: 7",
                        "TIMEOUT: clerk#2 is REQUESTING, waiting for the answer of archive#1, 0 pending",
                        "to the archive: SENT",
                        "too late: a dusty file",
                        "answer: a file on a will",
                        "CLOSED",
                        "NO_TARGET",
                        "SENT, and there are 70",
                        "told later: 70"),
                Output.of("request-reply"));
    }

    @Test
    void aFilterTakesItsMessagesAndLeavesTheOthers() throws Exception {
        assertEquals(
                List.of(
                        "Bob's letter",
                        "Alice's parcel",
                        "Alice's second letter",
                        "WOULD_BLOCK",
                        "Alice's first letter",
                        "to do: put out the fire",
                        "to do: water the plants",
                        "the weather: sunny"),
                Output.of("selective-receive"));
    }

    @Test
    void actorsGiveFuturesRunTasksAndWaitForFutures() throws Exception {
        assertEquals(
                List.of(
                        "sent: SENT",
                        "who comes: Grace",
                        "waiting: 0",
                        "asked: SENT",
                        "six times seven is 42"),
                Output.of("futures"));
    }

    @Test
    void aSlowReaderLosesTheOldestAndIsToldAndATapSeesCopies() throws Exception {
        assertEquals(
                List.of(
                        "fast: [20.0, 20.5, 21.0, 21.5, 22.0, 22.5]",
                        "tap: [20.0, 20.5, 21.0, 21.5, 22.0, 22.5]",
                        "slow: [... 21.5, 22.0, 22.5]",
                        "dropped: [0, 1, 2]"),
                Output.of("telemetry"));
    }

    @Test
    void aShellTypesIntoAProgramAndListensToItsStreams() throws Exception {
        assertEquals(
                List.of(
                        "> 1 2 3",
                        "the sum is 6",
                        "> 1 two 3",
                        "error: no numbers: 1 two 3",
                        "> 40 2",
                        "the sum is 42",
                        "> quit",
                        "good bye",
                        "LINKED, ended: NORMAL",
                        "its streams are gone: no descriptor"),
                Output.of("stdio"));
    }

    @Test
    void aListenerSeesEveryValueOfAStormAndADisplayTheNewest() throws Exception {
        assertEquals(
                List.of(
                        "passes: pressure 101",
                        "passes: flow 10",
                        "passes: pressure 102",
                        "passes: flow 20",
                        "passes: pressure 103",
                        "passes: flow 30",
                        "stopped",
                        "display: [pressure 103, flow 30], 4 coalesced"),
                Output.of("listen"));
    }

    @Test
    void threeSensorsAreFusedAndASlowReaderIsToldHowManyItMissed() throws Exception {
        assertEquals(
                List.of(
                        "20.0 C, 40.0 %, 1000.0 hPa",
                        "20.5 C, 41.0 %, 999.0 hPa",
                        "21.0 C, 42.0 %, 998.0 hPa",
                        "21.5 C, 43.0 %, 997.0 hPa",
                        "22.0 C, 44.0 %, 996.0 hPa",
                        "22.5 C, 45.0 %, 995.0 hPa",
                        "alarm: 22.5 C",
                        "slow: 22.0 C, 44.0 %, 996.0 hPa, after 4 missed",
                        "late: 22.5 C, 45.0 %, 995.0 hPa",
                        "weather: 6 published, 0 missed",
                        "display: CLOSED"),
                Output.of("sensors"));
    }

    @Test
    void aWorkerThatIsKilledHalfWayLosesNoOrder() throws Exception {
        assertEquals(
                List.of(
                        "24 orders sent",
                        "half-way, the worker with order 12 is killed",
                        "order 12 is billed at attempt 2",
                        "24 orders billed"),
                Output.of("work-queue"));
    }

    @Test
    void aDeadlockIsExplainedAndTheLastWaitGivesWay() throws Exception {
        List<String> lines = Output.of("deadlock");

        assertEquals(
                List.of(
                        "DEADLOCK in hive restaurant: 2 actors wait for each other and can never continue",
                        "  Who waits for whom: cook#1 -> waiter#2 -> cook#1",
                        ""),
                lines.subList(0, 3));
        assertTrue(lines.stream().anyMatch(line -> line.contains("examples.Deadlocked.cook(Deadlocked.java:")), lines::toString);
        assertTrue(lines.stream().anyMatch(line -> line.contains("examples.Deadlocked.order(Deadlocked.java:")), lines::toString);
        assertEquals(
                List.of("the cook is killed: true, CLOSED", "the waiter has an answer: true, soup for table DEADLOCK"),
                lines.subList(lines.size() - 2, lines.size()));
    }

    @Test
    void ordersArePlacedAndAPoisonousOneCostsNoOther() throws Exception {
        assertEquals("""
                tea 2 -> 200 order 1: 500 cents
                tea 0 -> 400 quantity must be positive: 0
                poison 1 -> 500 the order was not processed
                coffee 1 -> 200 order 2: 400 cents
                journal:
                1 Order[item=tea, quantity=2] 500
                2 Order[item=coffee, quantity=1] 400
                """.lines().toList(), Output.of("orders"));
    }

    @Nested
    class GivenNoSuchExample {
        private static final String NAMES =
                "backpressure, blocking, counter, crash, deadlock, explore, futures, hello, lifecycle, links, listen, "
                        + "orders, pingpong, request-reply, selective-receive, sensors, stdio, supervisor, telemetry, "
                        + "timers, work-queue, workers";

        private final ByteArrayOutputStream err = new ByteArrayOutputStream();

        @Test
        void anUnknownNameIsNamedAndTheListIsPrinted() throws Exception {
            assertEquals(2, run("pongping"));
            assertTrue(err.toString(StandardCharsets.UTF_8).startsWith("there is no example pongping"));
            assertTrue(err.toString(StandardCharsets.UTF_8).contains(NAMES));
        }

        @Test
        void noNamePrintsTheList() throws Exception {
            assertEquals(2, run());
            assertTrue(err.toString(StandardCharsets.UTF_8).contains(NAMES));
        }

        private int run(String... args) throws Exception {
            return Examples.run(args, new PrintStream(err, true, StandardCharsets.UTF_8));
        }
    }
}
