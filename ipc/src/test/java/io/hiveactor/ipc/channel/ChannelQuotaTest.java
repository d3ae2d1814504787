package io.hiveactor.ipc.channel;

import static io.hiveactor.ipc.channel.ChannelStatus.INVALID_HANDLE;
import static io.hiveactor.ipc.channel.ChannelStatus.NO_DESCRIPTOR;
import static io.hiveactor.ipc.channel.ChannelStatus.OK;
import static io.hiveactor.ipc.channel.Waiter.NEVER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What one task or one external thread may use of a table, and what it leaves behind. */
class ChannelQuotaTest {
    private static final int OUTSIDE = 0;

    private TestTable t = new TestTable();

    private int channels() {
        return t.table.snapshot().stats().activeDescriptors();
    }

    @Nested
    class GivenTasks {
        @ParameterizedTest
        @CsvSource({"desktop, app:", "embedded, app:", "desktop, svc:", "embedded, svc:"})
        void oneTaskCannotUseUpAllDescriptors(String profile, String prefix) {
            t = new TestTable(ChannelProfile.named(profile));
            assertEquals(OK, t.table.register(1).status());
            for (int i = 0; i < 300; i++) {
                assertEquals(OK, t.table.close(1, t.create(1, prefix + "closed" + i, 9, 0)));
            }
            for (int i = 0; i < 300; i++) {
                var tried = t.table.bindAndOpen(1, null, prefix + "open" + i, ChannelOptions.single(9));
                assertTrue(tried.status() == OK || tried.status() == NO_DESCRIPTOR);
            }
            for (int i = 0; i < 300; i++) {
                var tried = t.table.bind(1, prefix + "bound" + i, 9, 0);
                assertTrue(tried.status() == OK || tried.status() == NO_DESCRIPTOR);
            }
            assertFalse(t.table.snapshot().stats().isPoolExhausted());
            assertEquals(1, t.events(ChannelEvent.BindsExhausted.class).stream().distinct().count());
            t.create(2, "app:another", 9, 0);
        }

        @Test
        void aBindCountsUntilItsChannelIsOpenedByAnyTask() {
            t = new TestTable(ChannelProfile.DESKTOP.withBindLimit(1));
            t.bind(1, "app:a", 0, 0);
            assertEquals(NO_DESCRIPTOR, t.table.bind(1, "app:b", 0, 0).status());
            assertEquals(List.of(new ChannelEvent.BindsExhausted(1, 1)), t.events(ChannelEvent.BindsExhausted.class));
            assertEquals(1, t.table.snapshot().stats().unopenedDescriptors());
            assertEquals(1, t.open(2, "app:a", 0));
            assertEquals(0, t.table.snapshot().stats().unopenedDescriptors());
            t.bind(1, "app:b", 0, 0);
        }

        @Test
        void atTheLimitABoundChannelCanStillBeChangedAndOneBeOpenedAtOnce() {
            t = new TestTable(ChannelProfile.DESKTOP.withBindLimit(1));
            int d = t.bind(1, "app:a", 0, 0);
            assertEquals(d, t.bind(1, "app:a", 128, 0));
            assertEquals(128, t.state(d).capacity());
            assertEquals(OK, t.table.bindAndOpen(1, null, "app:b", ChannelOptions.single(9)).status());
            assertEquals(2, channels());
        }

        @Test
        void atTheLimitABindOfWhatAnotherTaskHasBoundKeepsNothing() {
            t = new TestTable(ChannelProfile.DESKTOP.withBindLimit(1));
            t.bind(1, "app:mine", 0, 0);
            int d = t.bind(2, "app:theirs", 64, 0);
            assertEquals(d, t.bind(1, "app:theirs", 128, 0));
            assertEquals(128, t.state(d).capacity());
            t.table.exit(2);
            assertEquals(1, channels());
        }

        @Test
        void whatATaskHasBoundAndNobodyOpenedGoesWithIt() {
            t.bind(1, "app:unopened", 0, 0);
            t.bind(1, "app:opened", 0, 0);
            int reader = t.open(2, "app:opened", 0);
            t.table.exit(1);
            assertEquals(List.of("app:opened"),
                    t.table.snapshot().channels().stream().map(c -> c.target().toString()).toList());
            assertEquals(OK, t.table.close(2, reader));
            assertEquals(0, channels());
            assertEquals(2, t.events(ChannelEvent.Freed.class).size());
        }

        @Test
        void anUnopenedChannelStaysUntilTheLastTaskThatBoundItExits() {
            t.bind(1, "app:a", 0, 0);
            t.bind(2, "app:a", 0, 0);
            t.table.exit(1);
            assertEquals(1, channels());
            t.table.exit(2);
            assertEquals(0, channels());
        }

        @Test
        void aBindForATaskThatHasExitedGoesWithItsBinder() {
            assertEquals(OK, t.table.register(5).status());
            t.table.exit(5);
            t.bind(1, "svc:x@5", 0, 0);
            t.bind(1, "pid:5", 0, 0);
            assertEquals(2, channels());
            t.table.exit(1);
            assertEquals(0, channels());
        }

        @Test
        void whatARegistrationKeepsStaysWhenItsBinderExits() {
            t.bind(1, "pid:5", 0, 0);
            t.bind(1, "svc:x@5", 0, 0);
            assertEquals(OK, t.table.register(5).status());
            assertEquals(5, channels());
            t.table.exit(1);
            assertEquals(4, channels());
            t.table.exit(5);
            assertEquals(0, channels());
        }

        @ParameterizedTest
        @ValueSource(strings = {"svc:x", "pid:6"})
        void aRegisteredTaskIsChargedForItsBindsToo(String target) {
            t = new TestTable(ChannelProfile.DESKTOP.withBindLimit(1));
            assertEquals(OK, t.table.register(5).status());
            assertEquals(OK, t.table.register(6).status());
            t.table.shutAllOf(6);
            t.bind(5, target, 0, 0);
            assertEquals(1, t.table.snapshot().stats().unopenedDescriptors());
            assertEquals(NO_DESCRIPTOR, t.table.bind(5, "svc:more", 0, 0).status());
            t.bind(5, "svc:stdio.out", 4096, 0);
            t.bind(5, "pid:", 4096, 0);
            assertEquals(1, t.table.snapshot().stats().unopenedDescriptors());
        }
    }

    @Nested
    class GivenExternalThreads {
        private final CountDownLatch isToEnd = new CountDownLatch(1);
        private final Thread thread = Thread.ofPlatform().daemon().start(() -> {
            try {
                isToEnd.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });

        private void endThread() throws InterruptedException {
            isToEnd.countDown();
            assertTrue(thread.join(Duration.ofSeconds(30)));
        }

        private int open(Thread by, String target, int flags) {
            OpenResult opened = t.table.open(OUTSIDE, by, target, flags);
            assertEquals(OK, opened.status());
            return opened.handle();
        }

        @Test
        void eachHasItsOwnLimits() {
            t = new TestTable(ChannelProfile.DESKTOP.withHandleLimit(2).withBindLimit(1));
            t.create(1, "app:a", 0, 0);
            for (Thread by : List.of(thread, Thread.currentThread())) {
                assertEquals(OK, t.table.bind(OUTSIDE, by, "app:" + by.threadId(), 0, 0).status());
                assertEquals(NO_DESCRIPTOR, t.table.bind(OUTSIDE, by, "app:more", 0, 0).status());
                int first = open(by, "app:a", 0);
                int second = open(by, "app:a", 0);
                assertTrue(second > first);
                assertEquals(NO_DESCRIPTOR, t.table.open(OUTSIDE, by, "app:a", 0).status());
            }
            assertEquals(4, t.table.snapshot().stats().handlesPerPid().get(OUTSIDE));
        }

        @Test
        void aHandleCanBeUsedByAllWhileTheThreadThatOpenedItLives() {
            t.create(1, "app:a", 0, 0);
            int handle = open(thread, "app:a", 0);
            t.send(OUTSIDE, handle, "by another thread");
        }

        @Test
        void theEndOfOneGivesBackItsHandlesAndWhatItLeftUnopened() throws InterruptedException {
            assertEquals(OK, t.table.bind(OUTSIDE, thread, "app:unopened", 0, 0).status());
            assertEquals(OK, t.table.bindAndOpen(OUTSIDE, thread, "app:a", ChannelOptions.single(99)).status());
            int kept = open(Thread.currentThread(), "app:a", 0);
            int gone = open(thread, "app:a", 0);
            TestTable.Waiting waiting = t.receiveWaiting(OUTSIDE, gone, NEVER);
            assertEquals(2, channels());
            endThread();
            assertEquals(1, channels());
            assertEquals(INVALID_HANDLE, waiting.outcome);
            assertEquals(1, t.table.snapshot().stats().handleCount());
            assertEquals(INVALID_HANDLE, t.trySend(OUTSIDE, gone, "x"));
            t.send(OUTSIDE, kept, "x");
        }

        @Test
        void aBindThatNeedsRoomFindsWhatAnEndedOneLeft() throws InterruptedException {
            t = new TestTable(ChannelProfile.of(4, 8, 64, 0));
            for (int i = 0; i < 4; i++) {
                var options = ChannelOptions.single(9);
                assertEquals(OK, t.table.bindAndOpen(OUTSIDE, thread, "app:" + i, options).status());
            }
            assertEquals(NO_DESCRIPTOR, t.table.bind(1, "app:mine", 0, 0).status());
            endThread();
            assertEquals(OK, t.table.register(1).status());
            assertEquals(4, channels());
        }

        @Test
        void noSendIsRefusedOrWaitsForAReaderThatHasEnded() throws InterruptedException {
            t.bind(1, "shared:f", 9, ChannelModes.FANOUT_BLOCK);
            int writer = t.open(1, "shared:f", ChannelModes.WRONLY);
            int slow = open(thread, "shared:f", ChannelModes.RDONLY);
            t.send(1, writer, "1");
            assertEquals(ChannelStatus.WOULDBLOCK, t.trySend(1, writer, "2"));
            endThread();
            int reader = t.open(2, "shared:f", ChannelModes.RDONLY);
            assertEquals(OK, t.trySend(1, writer, "2"));
            assertEquals("2", t.receive(2, reader));
            assertEquals(INVALID_HANDLE, t.table.close(OUTSIDE, slow));
        }

        @Test
        void aSendThatBeginsToWaitIsAdmittedInThePlaceOfAnEndedReader() throws InterruptedException {
            t.bind(1, "shared:f", 9, ChannelModes.FANOUT_BLOCK);
            int writer = t.open(1, "shared:f", ChannelModes.WRONLY);
            int reader = t.open(2, "shared:f", ChannelModes.RDONLY);
            assertEquals(1, open(thread, "shared:f", ChannelModes.RDONLY));
            t.send(1, writer, "1");
            assertEquals("1", t.receive(2, reader));
            endThread();
            TestTable.Waiting waiting = t.sendWaiting(1, writer, "2", NEVER);
            assertEquals(ChannelStatus.WAITING, waiting.first);
            assertEquals(OK, waiting.outcome);
            assertEquals("2", t.receive(2, reader));
        }

        @Test
        void aSendThatWaitsIsAdmittedASecondAfterTheEndOfTheReaderAtTheLatest() throws InterruptedException {
            t.bind(1, "shared:f", 9, ChannelModes.FANOUT_BLOCK);
            int writer = t.open(1, "shared:f", ChannelModes.WRONLY);
            int reader = t.open(2, "shared:f", ChannelModes.RDONLY);
            assertEquals(1, open(thread, "shared:f", ChannelModes.RDONLY));
            t.send(1, writer, "1");
            assertEquals("1", t.receive(2, reader));
            assertEquals(NEVER, t.alarmNanos);
            TestTable.Waiting waiting = t.sendWaiting(1, writer, "2", NEVER);
            expireDueAt(1);
            assertNull(waiting.outcome);
            endThread();
            expireDueAt(2);
            assertEquals(OK, waiting.outcome);
            assertEquals("2", t.receive(2, reader));
            expireDueAt(3);
            assertEquals(NEVER, t.table.expireDue());
        }

        @Test
        void aThreadThatOpensWhileASendWaitsIsLookedAfterToo() throws InterruptedException {
            t.bind(1, "shared:f", 9, ChannelModes.FANOUT_BLOCK);
            int writer = t.open(1, "shared:f", ChannelModes.WRONLY);
            int reader = t.open(2, "shared:f", ChannelModes.RDONLY);
            t.send(1, writer, "1");
            TestTable.Waiting first = t.sendWaiting(1, writer, "2", NEVER);
            TestTable.Waiting second = t.sendWaiting(1, writer, "3", NEVER);
            assertEquals(NEVER, t.alarmNanos);
            assertEquals(1, open(thread, "shared:f", ChannelModes.RDONLY));
            assertEquals("1", t.receive(2, reader));
            assertEquals(OK, first.outcome);
            assertEquals("2", t.receive(2, reader));
            endThread();
            expireDueAt(1);
            assertEquals(OK, second.outcome);
        }

        /** Moves time on to when the table is to be called, and calls it. */
        private void expireDueAt(int second) {
            assertEquals(Duration.ofSeconds(second).toNanos(), t.alarmNanos);
            t.nowNanos = t.alarmNanos;
            t.table.expireDue();
        }

        @Test
        void manyThatOpenAndEndLeaveNothingBehind() throws InterruptedException {
            t.create(1, "app:a", 0, 0);
            for (int i = 0; i < 200; i++) {
                Thread each = Thread.ofVirtual().start(() -> assertTrue(open(Thread.currentThread(), "app:a", 0) > 0));
                assertTrue(each.join(Duration.ofSeconds(30)));
                assertTrue(t.table.registry.task(OUTSIDE).handles.size() <= 1);
            }
        }
    }
}
