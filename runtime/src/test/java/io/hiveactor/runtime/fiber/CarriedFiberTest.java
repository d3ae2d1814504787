package io.hiveactor.runtime.fiber;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever a fiber is doing, whoever hands it a task gets it back neither thrown nor lost. */
@Tag("carried")
@Timeout(60)
class CarriedFiberTest implements FiberHost {
    /** Where a fiber can be when the JDK hands it its task. */
    private enum Place { NOT_STARTED, SUSPENDED, PARKED, ENDED }

    private enum Caller { CARRIER, PLATFORM_THREAD, VIRTUAL_THREAD }

    private final Thread carrier = Thread.currentThread();
    private final AtomicInteger wakes = new AtomicInteger();
    private volatile boolean isAbandoned;

    /** The fiber's life: it suspends, and then it parks. */
    @Override
    public void run(Fiber fiber) {
        boolean left = fiber.suspend();
        assertTrue(left || isAbandoned);
        LockSupport.park();
    }

    private CarriedFiber fiberIn(Place place) {
        var fiber = new CarriedFiber(this);
        for (int mounts = place.ordinal(); mounts > 0; mounts--) {
            if (mounts == 1 && place == Place.ENDED) {
                LockSupport.unpark(fiber.thread());
                assertTrue(fiber.takeWake());
            }
            CarriedFiber.Left left = fiber.mount();
            assertTrue(left != CarriedFiber.Left.MISSED);
        }
        assertEquals(place == Place.ENDED, !fiber.thread().isAlive());
        wakes.set(0);
        return fiber;
    }

    /** What the JDK hands over: the same object for life. */
    private static Runnable taskOf(CarriedFiber fiber) throws ReflectiveOperationException {
        var own = CarriedFiber.class.getDeclaredField("own");
        own.setAccessible(true);
        return (Runnable) own.get(fiber);
    }

    /** Runs something as one of those who hand over tasks; what it threw, or null. */
    private static @Nullable Throwable by(Caller caller, Runnable call) throws InterruptedException {
        var thrown = new AtomicReference<@Nullable Throwable>();
        Runnable guarded = () -> {
            try {
                call.run();
            } catch (Throwable e) {
                thrown.set(e);
            }
        };
        switch (caller) {
            case CARRIER -> guarded.run();
            case PLATFORM_THREAD -> Thread.ofPlatform().start(guarded).join();
            case VIRTUAL_THREAD -> Thread.ofVirtual().start(guarded).join();
        }
        return thrown.get();
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void itsOwnTaskIsTakenAnywhereAndWakesTheHostOnce(Place place) throws Exception {
        for (Caller caller : Caller.values()) {
            CarriedFiber fiber = fiberIn(place);
            Runnable task = taskOf(fiber);
            boolean isKept = caller == Caller.CARRIER && place.compareTo(Place.SUSPENDED) <= 0;
            for (int times = 0; times < 3; times++) {
                assertNull(by(caller, () -> fiber.execute(task)), place + " by " + caller);
            }
            assertEquals(isKept ? 0 : 1, wakes.get(), place + " by " + caller);
        }
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void itsOwnTaskIsTakenAlsoAfterTheShardHasEnded(Place place) throws Exception {
        for (Caller caller : Caller.values()) {
            isAbandoned = false;
            CarriedFiber fiber = fiberIn(place);
            Runnable task = taskOf(fiber);
            isAbandoned = true;
            assertNull(by(caller, () -> fiber.execute(task)), place + " by " + caller);
            assertEquals(0, wakes.get(), "nobody would take it: " + place + " by " + caller);
        }
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void aGuestsTaskRunsElsewhere(Place place) throws Exception {
        for (Caller caller : Caller.values()) {
            Executor fiber = fiberIn(place);
            var ran = new CountDownLatch(1);
            var by = new AtomicReference<Thread>();
            assertNull(by(caller, () -> fiber.execute(() -> {
                by.set(Thread.currentThread());
                ran.countDown();
            })), place + " by " + caller);
            assertTrue(ran.await(10, TimeUnit.SECONDS), place + " by " + caller);
            assertTrue(by.get() != carrier, place + " by " + caller);
            assertEquals(0, wakes.get(), place + " by " + caller);
        }
    }

    @Override
    public @Nullable Fiber choose() {
        return null;
    }

    @Override
    public void wake(Fiber fiber) {
        wakes.incrementAndGet();
    }

    @Override
    public boolean isAbandoned() {
        return isAbandoned;
    }

    @Override
    public boolean isCarrier(Thread thread) {
        return thread == carrier;
    }
}
