package io.hiveactor.ipc.channel;

import static io.hiveactor.ipc.channel.ChannelStatus.CLOSED;
import static io.hiveactor.ipc.channel.ChannelStatus.INVALID_ARGUMENT;
import static io.hiveactor.ipc.channel.ChannelStatus.INVALID_HANDLE;
import static io.hiveactor.ipc.channel.ChannelStatus.NO_DESCRIPTOR;
import static io.hiveactor.ipc.channel.ChannelStatus.OK;
import static io.hiveactor.ipc.channel.Waiter.NEVER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.testkit.TestRuntime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Handles, references, revocation, and the streams of a task. */
class ChannelLifeTest {
    private TestTable t = new TestTable();

    @Test
    void numbersOfHandlesAndDescriptorsAreNotUsedAgain() {
        int first = t.create(1, "app:a", 0, 0);
        assertEquals(OK, t.table.close(1, first));
        assertEquals(2, t.bind(1, "app:a", 0, 0));
        assertEquals(2, t.open(1, "app:a", 0));
        assertEquals(INVALID_HANDLE, t.trySend(1, first, "x"));
    }

    @Test
    void aHandleOfAnotherPidIsInvalid() {
        int handle = t.create(1, "app:a", 0, 0);
        assertEquals(INVALID_HANDLE, t.trySend(2, handle, "x"));
        assertEquals(INVALID_HANDLE, t.table.close(2, handle));
        assertEquals(INVALID_HANDLE, t.table.tap(2, handle, true));
        assertEquals(INVALID_HANDLE, t.table.coalesce(2, handle, true));
        assertEquals(INVALID_HANDLE, t.table.peek(2, handle, new Peek()));
        assertEquals(INVALID_HANDLE, t.table.revoke(2, handle));
        assertEquals(0, t.table.descriptor(2, handle));
    }

    @Test
    void aTapIsAReference() {
        int writer = t.create(1, "app:a", 0, 0);
        int tap = t.open(2, "app:a", ChannelModes.TAP);
        t.send(1, writer, "x");
        assertEquals(OK, t.table.close(1, writer));
        assertEquals("x", t.receive(2, tap));
        assertEquals(OK, t.table.close(2, tap));
        assertEquals(0, t.table.snapshot().stats().activeDescriptors());
    }

    @Test
    void aRevokedHandleIsClosedForItsPidUntilThatClosesIt() {
        int kept = t.create(1, "app:a", 0, 0);
        int revoked = t.open(2, "app:a", 0);
        TestTable.Waiting waiting = t.receiveWaiting(2, revoked, NEVER);
        assertEquals(OK, t.table.revoke(2, revoked));
        assertEquals(CLOSED, waiting.outcome);
        assertEquals(CLOSED, t.trySend(2, revoked, "x"));
        assertEquals("CLOSED", t.receive(2, revoked));
        assertEquals(CLOSED, t.table.peek(2, revoked, new Peek()));
        assertEquals(CLOSED, t.table.tap(2, revoked, true));
        assertEquals(CLOSED, t.table.revoke(2, revoked));
        assertEquals(OK, t.table.close(2, revoked));
        assertEquals(INVALID_HANDLE, t.trySend(2, revoked, "x"));
        t.send(1, kept, "y");
        assertEquals("y", t.receive(1, kept));
    }

    @Test
    void revokingTheLastHandleFreesTheChannel() {
        int handle = t.create(1, "app:a", 0, 0);
        assertEquals(OK, t.table.revoke(1, handle));
        assertEquals(0, t.table.snapshot().stats().activeDescriptors());
        assertEquals(1, t.table.snapshot().stats().handleCount());
        t.table.exit(1);
        assertEquals(0, t.table.snapshot().stats().handleCount());
    }

    @Test
    void tapsAndWaitersOfAShutChannelAreToldClosedAndNobodyIsAdmitted() {
        int d = t.bind(1, "app:a", 9, 0);
        int full = t.open(1, "app:a", 0);
        t.send(1, full, "x");
        int tap = t.open(2, "app:a", ChannelModes.TAP);
        TestTable.Waiting tapping = t.receiveWaiting(2, tap, NEVER);
        TestTable.Waiting sending = t.sendWaiting(3, t.open(3, "app:a", 0), "y", NEVER);
        assertTrue(t.table.shut(d));
        assertFalse(t.table.shut(d));
        assertEquals(CLOSED, tapping.outcome);
        assertEquals(CLOSED, sending.outcome);
        assertEquals("CLOSED", t.receive(2, tap));
        assertEquals("CLOSED", t.receive(1, full));
        assertEquals(1, t.events(ChannelEvent.Freed.class).size());
        assertEquals(d + 1, t.bind(1, "app:a", 0, 0));
    }

    @Test
    void theReaderThatASenderWaitsForLetsNobodyInWhenTheChannelIsShut() {
        int d = t.bind(1, "shared:f", 9, ChannelModes.FANOUT_BLOCK);
        int slow = t.open(1, "shared:f", ChannelModes.RDONLY);
        int fast = t.open(3, "shared:f", ChannelModes.RDONLY);
        int writer = t.open(2, "shared:f", ChannelModes.WRONLY);
        t.send(2, writer, "x");
        assertEquals("x", t.receive(3, fast));
        TestTable.Waiting sending = t.sendWaiting(2, writer, "y", NEVER);
        assertTrue(t.table.shut(d));
        assertEquals(CLOSED, sending.outcome);
        assertEquals("CLOSED", t.receive(1, slow));
    }

    @Test
    void aReloadShutsWhatAPidOwns() {
        assertEquals(OK, t.table.register(5).status());
        int shell = t.open(0, "svc:stdio.out@5", 0);
        int free = t.create(0, "app:free", 0, 0);
        t.table.exit(5);
        t.table.shutAllOf(5);
        assertEquals("CLOSED", t.receive(0, shell));
        t.send(0, free, "x");
        assertEquals(List.of("app:free"),
                t.table.snapshot().channels().stream().map(c -> c.target().toString()).toList());
    }

    @Test
    void whatATaskWroteCanBeReadAfterItsExit() {
        assertEquals(OK, t.table.register(5).status());
        int shell = t.open(0, "svc:stdio.err@5", 0);
        assertEquals(4, t.table.write(5, StdioStream.ERR, TestTable.message("last")));
        t.table.exit(5);
        assertEquals(0, t.table.write(5, StdioStream.ERR, TestTable.message("dead")));
        assertEquals("last", t.receive(0, shell));
        assertEquals(MessageFlags.STDERR, t.last.flags());
        assertEquals(OK, t.table.close(0, shell));
        assertEquals(0, t.table.snapshot().stats().activeDescriptors());
    }

    @Test
    void aFullStreamTakesAllOrNothing() {
        assertEquals(OK, t.table.register(5).status());
        assertEquals(0, t.table.write(5, StdioStream.OUT, TestTable.message("x".repeat(57))));
        assertEquals(56, t.table.write(5, StdioStream.OUT, TestTable.message("x".repeat(56))));
        assertEquals(0, t.table.write(5, StdioStream.OUT, TestTable.message("x")));
    }

    @Test
    void aTapOnStdoutSeesWhatTheOwnerGets() {
        RegisterResult task = t.table.register(5);
        int shell = t.open(0, "svc:stdio.out@5", ChannelModes.TAP);
        assertEquals(2, t.table.write(5, StdioStream.OUT, TestTable.message("hi")));
        assertEquals("hi", t.receive(0, shell));
        assertEquals("hi", t.receive(5, task.stdout()));
    }

    @Test
    void aRefusedOpenChangesNothingOfAChannelThatIsThere() {
        t = new TestTable(ChannelProfile.of(4, 1, 64, 0));
        int full = t.create(1, "app:full", 0, 0);
        int d = t.bind(2, "app:a", 64, 0);
        int writer = t.open(2, "app:a", 0);
        t.send(2, writer, "x");
        var smaller = ChannelOptions.single(8).coalescing();
        assertEquals(NO_DESCRIPTOR, t.table.bindAndOpen(1, null, "app:a", smaller).status());
        assertEquals(64, t.state(d).capacity());
        assertEquals(1, t.events(ChannelEvent.HandlesExhausted.class).size());
        assertEquals("x", t.receive(2, writer));
        assertEquals(OK, t.table.close(1, full));
        assertEquals(OK, t.table.bindAndOpen(1, null, "app:a", smaller).status());
        assertEquals(8, t.state(d).capacity());
    }

    @Test
    void registrationIsAllOrNothing() {
        t = new TestTable(ChannelProfile.of(6, 2, 64, 0));
        assertEquals(NO_DESCRIPTOR, t.table.register(1).status());
        assertEquals(1, t.events(ChannelEvent.HandlesExhausted.class).size());
        t = new TestTable(ChannelProfile.of(6, 8, 64, 0));
        assertEquals(OK, t.table.register(1).status());
        assertEquals(NO_DESCRIPTOR, t.table.register(2).status());
        assertEquals(4, t.table.snapshot().stats().activeDescriptors());
        assertEquals(
                List.of(new ChannelEvent.PoolExhausted(StdioStream.ERR.target(2), 6)),
                t.events(ChannelEvent.PoolExhausted.class));
    }

    @Test
    void aSecondRegistrationOpensWhatWasClosed() {
        RegisterResult first = t.table.register(5);
        assertEquals(OK, t.table.close(5, first.stdout()));
        assertEquals(new RegisterResult(OK, 1, 4, 3), t.table.register(5));
    }

    @Test
    void aModeOfAStreamHoldsForTasksToComeAndOnDemandForThoseThatAreThere() {
        assertEquals(OK, t.table.register(5).status());
        assertEquals(List.of(), t.table.configureStdio(StdioStream.OUT, ChannelModes.FANOUT, false));
        assertEquals(OK, t.table.register(6).status());
        assertFalse(t.state(2).isFanOut());
        assertTrue(t.state(6).isFanOut());
        assertEquals(List.of(2, 6), t.table.configureStdio(StdioStream.OUT, ChannelModes.FANOUT, true));
        assertTrue(t.state(2).isFanOut());
    }

    @Test
    void exitGivesTheCountersAndForgetsThePid() {
        int handle = t.create(1, "app:a", 0, 0);
        t.send(1, handle, "x");
        assertEquals(INVALID_HANDLE, t.trySend(1, 99, "x"));
        assertEquals(new TaskCounters(2, 0, 0, 1), t.table.exit(1));
        assertEquals(TaskCounters.ZERO, t.table.exit(1));
        assertTrue(t.table.counters().isEmpty());
    }

    @Test
    void aTaskThatOnlyFailedIsInTheCounters() {
        assertEquals(INVALID_HANDLE, t.trySend(1, 9, "x"));
        assertEquals("INVALID_HANDLE", t.receive(2, 9));
        assertEquals(INVALID_HANDLE, t.table.peek(3, 9, new Peek()));
        assertEquals(INVALID_HANDLE, t.table.tap(4, 9, true));
        assertEquals(INVALID_HANDLE, t.table.close(5, 9));
        assertEquals(INVALID_HANDLE, t.table.coalesce(6, 9, true));
        assertEquals(NO_DESCRIPTOR, t.table.open(7, "app:a", 0).status());
        assertEquals(INVALID_ARGUMENT, t.table.bind(8, "", 0, 0).status());
        var stepped = new TaskCounters(1, 0, 0, 1);
        var failed = new TaskCounters(0, 0, 0, 1);
        assertEquals(
                Map.of(1, stepped, 2, stepped, 3, failed, 4, failed, 5, failed, 6, failed, 7, failed, 8, failed),
                t.table.counters());
        for (int pid = 1; pid <= 8; pid++) {
            assertEquals(1, t.table.exit(pid).failures());
        }
        assertEquals(Map.of(), t.table.counters());
    }

    @Test
    void aWaitThatEndsWithAnErrorIsAFailureAndATimeoutIsNone() {
        int handle = t.create(1, "app:a", 0, 0);
        TestTable.Waiting closed = t.receiveWaiting(1, handle, NEVER);
        assertTrue(t.table.expire(t.receiveWaiting(1, handle, 1)));
        assertEquals(OK, t.table.close(1, handle));
        assertEquals(INVALID_HANDLE, closed.outcome);
        assertEquals(new TaskCounters(2, 1, 1, 1), t.table.counters().get(1));
    }

    @Test
    void theOutputOfAnExitedTaskDoesNotBringItsCountersBack() {
        assertEquals(OK, t.table.register(5).status());
        t.table.exit(5);
        assertEquals(0, t.table.write(5, StdioStream.OUT, TestTable.message("late")));
        assertEquals(Map.of(), t.table.counters());
    }

    @Test
    void manyHandlesComeAndGo() {
        t = new TestTable(ChannelProfile.of(4, 1_000, 64, 0));
        t.bind(0, "app:a", 0, 0);
        for (int round = 0; round < 3; round++) {
            for (int pid = 1; pid <= 40; pid++) {
                for (int i = 1; i <= 20; i++) {
                    assertEquals(round * 20 + i, t.open(pid, "app:a", 0));
                }
            }
            for (int pid = 1; pid <= 40; pid++) {
                for (int i = 20; i >= 1; i--) {
                    assertEquals(OK, t.table.close(pid, round * 20 + i));
                }
            }
            t.bind(0, "app:a", 0, 0);
        }
        assertEquals(0, t.table.snapshot().stats().handleCount());
    }

    @Test
    void whatOthersBoundForATaskGoesWithItAlsoIfItNeverCalled() {
        int bound = t.bind(1, "svc:x@5", 0, 0);
        assertEquals(TaskCounters.ZERO, t.table.exit(5));
        assertTrue(t.table.describe(bound).isEmpty());
    }

    @Test
    void streamsThatWereEndedComeBackWithARegistration() {
        assertEquals(OK, t.table.register(1).status());
        t.table.shutAllOf(1);
        assertEquals(0, t.table.write(1, StdioStream.OUT, TestTable.message("hi")));
        assertEquals(OK, t.table.register(1).status());
        assertEquals(2, t.table.write(1, StdioStream.OUT, TestTable.message("hi")));
        assertEquals(3, t.table.snapshot().stats().handleCount());
    }

    @Test
    void whenNumbersAreUsedUpNothingIsOpenedOrBoundAnyMore() {
        int open = t.create(1, "app:a", 0, 0);
        t.table.registry.task(1).lastHandle = Integer.MAX_VALUE;
        assertEquals(NO_DESCRIPTOR, t.table.open(1, "app:a", 0).status());
        t.send(1, open, "as before");
        t.table.registry.lastDescriptor = Integer.MAX_VALUE;
        assertEquals(NO_DESCRIPTOR, t.table.bind(1, "app:b", 0, 0).status());
    }

    @Test
    void anActorForWhichNoPidIsLeftIsToldSo() {
        try (var runtime = new TestRuntime()) {
            Channels channels = Channels.open(runtime.hive());
            channels.lastPid.set(Integer.MAX_VALUE);
            for (int i = 0; i < 2; i++) {
                var refused = runtime.start(self -> assertThrows(IllegalStateException.class, () -> channels.of(self)));
                assertTrue(refused.resultNow().getMessage().startsWith("no pid is left: 2147483647 "));
            }
        }
    }
}
