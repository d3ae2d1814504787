package io.hiveactor.runtime.fiber;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The verdict is for the whole life of the JVM, so whoever asks first must not spoil it. */
@Tag("carried")
@Timeout(60)
class CarriedSelfTestTest {
    @Test
    void aCallerThatIsInterruptedGetsTheVerdictAndKeepsTheInterrupt() {
        assertFalse(Thread.interrupted());
        Thread.currentThread().interrupt();
        String verdict = new CarriedSelfTest().verdict();
        boolean isInterrupted = Thread.interrupted();

        assertNull(verdict);
        assertTrue(isInterrupted, "the interrupt was the caller's, and is gone");
    }

    @Test
    void interruptsWhileItRunsDoNotSpoilIt() throws Exception {
        var verdict = new FutureTask<>(() -> String.valueOf(new CarriedSelfTest().verdict()));
        var caller = new Thread(verdict, "asks");
        caller.start();
        while (!verdict.isDone()) {
            caller.interrupt();
        }
        assertEquals("null", verdict.get(10, TimeUnit.SECONDS));
    }

    /** A JDK on which something is different, as the self-test sees it. */
    private static String verdictIf(Consumer<Fiber> behaves) {
        return String.valueOf(FiberModes.verdict(null, new CarriedSelfTest() {
            @Override
            public void run(Fiber fiber) {
                behaves.accept(fiber);
            }
        }));
    }

    @Test
    void aFiberThatIsNotSuspendedIsFound() {
        assertEquals("a fiber could not be suspended on this JDK", verdictIf(fiber -> {}));
    }

    @Test
    void aFiberThatDoesNotParkIsFound() {
        assertEquals("a fiber could not park on this JDK", verdictIf(fiber -> assertTrue(fiber.suspend())));
    }

    @Test
    void aGuestThatDoesNotRunElsewhereIsFound() {
        assertEquals("a guest of a fiber ran on its carrier on this JDK", verdictIf(fiber -> {
            assertTrue(fiber.suspend());
            LockSupport.park();
        }));
    }

    @Test
    void aWakeUpThatIsLostIsFound() {
        assertEquals("a parked fiber was not woken on this JDK",
                FiberModes.verdict(null, new CarriedSelfTest(Duration.ofSeconds(20), Duration.ofMillis(50)) {
                    @Override
                    public void wake(Fiber fiber) {
                        assertTrue(fiber.thread().isVirtual()); // and that is all
                    }
                }));
    }

    @Test
    void aFiberThatNeverComesBackIsFound() {
        var mayEnd = new AtomicBoolean();
        assertEquals("the self-test of fibers did not end within 50 ms",
                FiberModes.verdict(null, new CarriedSelfTest(Duration.ofMillis(50), Duration.ofSeconds(20)) {
                    @Override
                    public void run(Fiber fiber) {
                        while (!mayEnd.get()) {
                            Thread.onSpinWait();
                        }
                    }
                }));
        mayEnd.set(true);
    }

    @Test
    void theFlagHasTheFormThatFitsTheClassPathOrTheModulePath() {
        Module onTheClassPath = ClassLoader.getSystemClassLoader().getUnnamedModule();

        assertEquals("--add-opens java.base/java.lang=ALL-UNNAMED", JdkInternals.flagFor(onTheClassPath));
        assertEquals("--add-opens java.base/java.lang=java.management",
                JdkInternals.flagFor(java.lang.management.ManagementFactory.class.getModule()));
        assertEquals(JdkInternals.flagFor(FiberModes.class.getModule()), FiberModes.FLAG);
    }

    @Test
    void withoutTheFlagNothingIsTried() {
        String verdict = String.valueOf(FiberModes.verdict(new IllegalAccessException(), new CarriedSelfTest() {
            @Override
            public void run(Fiber fiber) {
                throw new AssertionError("tried");
            }
        }));
        assertTrue(verdict.contains(FiberModes.FLAG) && verdict.contains("IllegalAccessException"), verdict);
    }
}
