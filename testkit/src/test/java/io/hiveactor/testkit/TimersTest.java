package io.hiveactor.testkit;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.NoMessage;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.TimerId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TimersTest {
    private final TestRuntime runtime = new TestRuntime();

    @AfterEach
    void close() {
        runtime.close();
    }

    @Test
    void aTickIsAMessageWithTheTimersNumber() {
        var outcome = runtime.start(self -> {
            TimerId timer = self.after(ofMillis(5));
            var tick = self.receive();
            return List.of(tick.messageClass(), tick.correlation() == timer.number(), tick.isTickOf(timer),
                    self.nowNanos());
        });
        runtime.advance(ofMillis(5));

        assertEquals(List.of(MessageClass.TIMER, true, true, ofMillis(5).toNanos()), outcome.resultNow());
        assertEquals(0, runtime.hive().stats().messagesInUse());
    }

    @Test
    void timersFireInOrderOfTimeAndThenOfTheirStart() {
        var numbers = new ArrayList<Long>();
        var expected = new TreeMap<Long, List<Long>>();
        var random = new SplittableRandom(runtime.seed());
        ActorId actor = runtime.hive().spawn((ActorBody) self -> {
            for (int i = 0; i < 500; i++) {
                long delay = random.nextInt(1, 40) * 100_000L; // several in one tick of the wheel
                TimerId timer = self.after(ofNanos(delay));
                expected.computeIfAbsent(delay, key -> new ArrayList<>()).add(timer.number());
            }
            for (int i = 0; i < 500; i++) {
                numbers.add(self.receive().correlation());
            }
        });
        runtime.advance(ofMillis(50));

        assertFalse(runtime.hive().isAlive(actor));
        assertEquals(expected.values().stream().flatMap(List::stream).toList(), numbers);
    }

    @Test
    void everyTicksOnItsGridUntilItIsCancelled() {
        var times = new ArrayList<Long>();
        var outcome = runtime.start(self -> {
            TimerId timer = self.every(ofMillis(10));
            for (int i = 0; i < 3; i++) {
                self.receive();
                times.add(self.nowNanos() / 1_000_000);
            }
            boolean cancelled = self.cancel(timer);
            return List.of(cancelled, self.cancel(timer), self.receive(ofMillis(100)) == NoMessage.TIMEOUT);
        });
        runtime.advance(ofMillis(200));

        assertEquals(List.of(10L, 20L, 30L), times);
        assertEquals(List.of(true, false, true), outcome.resultNow());
        assertEquals(0, runtime.hive().stats().deadlines());
    }

    @Test
    void lateTicksBecomeOne() {
        var outcome = runtime.start(self -> {
            TimerId timer = self.every(ofMillis(10));
            self.sleep(ofMillis(55));
            int late = self.pending();
            self.receive();
            long before = self.nowNanos();
            self.receive();
            return List.of(late, before / 1_000_000, self.nowNanos() / 1_000_000, self.cancel(timer));
        });
        runtime.advance(ofMillis(100));

        assertEquals(List.of(1, 55L, 60L, true), outcome.resultNow());
    }

    @Test
    void aSleepLeavesMessagesInTheMailbox() {
        var outcome = runtime.start(self -> {
            NotifyStatus sent = self.notify(self.self(), "x");
            self.sleep(ofMillis(10));
            return List.of(sent, self.pending(), self.nowNanos());
        });
        runtime.advance(ofMillis(9));
        assertFalse(outcome.isDone());
        runtime.advance(ofMillis(1));

        assertEquals(List.of(NotifyStatus.SENT, 1, ofMillis(10).toNanos()), outcome.resultNow());
    }

    @Test
    void aSleepOfZeroIsOver() {
        assertTrue(runtime.start(self -> {
            self.sleep(ZERO);
            return true;
        }).resultNow());
    }

    @Test
    void aDayPassesAtOnce() {
        var outcome = runtime.start(self -> {
            self.sleep(Duration.ofDays(1));
            return self.nowNanos();
        });
        runtime.advance(Duration.ofDays(2));

        assertEquals(Duration.ofDays(1).toNanos(), outcome.resultNow());
    }

    @Test
    void aWaitOfAllTimeDoesNotOverflow() {
        var outcome = runtime.start(self -> self.receive(Duration.ofSeconds(Long.MAX_VALUE)));
        runtime.advance(Duration.ofDays(1000));

        assertFalse(outcome.isDone());
        assertEquals(1, runtime.waiterCount());
    }

    @Test
    void allOfTimeCanPass() {
        var outcome = runtime.start(self -> self.receive(ofMillis(5)));
        runtime.advance(Duration.ofSeconds(Long.MAX_VALUE));

        assertEquals(io.hiveactor.runtime.NoMessage.TIMEOUT, outcome.resultNow());
    }

    @Test
    void theTimersOfADeadActorAreGone() {
        var outcome = runtime.start(self -> List.of(self.every(ofMillis(1)), self.after(ofMillis(5))).size());
        runtime.runUntilBlocked();

        assertEquals(2, outcome.resultNow());
        runtime.advance(ofMillis(10));
        assertEquals(0, runtime.hive().stats().deadlines());
        assertEquals(0, runtime.hive().stats().messagesInUse());
    }

    @Test
    @SuppressWarnings("NullAway") // the null is the subject
    void badTimesAreRefusedByName() {
        var outcome = runtime.start(self -> List.of(
                assertThrows(IllegalArgumentException.class, () -> self.every(ZERO)).getMessage(),
                assertThrows(IllegalArgumentException.class, () -> self.after(ofMillis(-1))).getMessage(),
                assertThrows(IllegalArgumentException.class, () -> self.sleep(ofMillis(-2))).getMessage(),
                assertThrows(NullPointerException.class, () -> self.cancel(null)).getMessage()));

        assertEquals(List.of("a period must be positive: PT0S", "delay must not be negative: PT-0.001S",
                "duration must not be negative: PT-0.002S", "timer"), outcome.resultNow());
        assertEquals(0, runtime.hive().stats().deadlines());
    }

    @Test
    void anothersTimerCannotBeCancelled() {
        var timers = new ArrayList<TimerId>();
        var owner = runtime.start(self -> {
            timers.add(self.after(ofMillis(10)));
            return self.receive().messageClass();
        });
        var thief = runtime.start(self ->
                assertThrows(IllegalArgumentException.class, () -> self.cancel(timers.getFirst())));

        assertTrue(thief.resultNow().toString().contains("is not a timer of"), thief.resultNow().toString());
        runtime.advance(ofMillis(10));
        assertEquals(MessageClass.TIMER, owner.resultNow());
    }
}
