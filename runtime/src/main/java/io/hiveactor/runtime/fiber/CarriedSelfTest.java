package io.hiveactor.runtime.fiber;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Tries a fiber on a carrier of its own once, before actors depend on it: it suspends, parks, is woken, and
 * starts a guest. A JDK that behaves differently is found here and not in production.
 */
class CarriedSelfTest implements FiberHost {
    private final Duration limit;
    private final Duration wakeLimit;
    private final BlockingQueue<Fiber> wakes = new LinkedBlockingQueue<>();
    private volatile boolean guestRanElsewhere;
    private @Nullable Thread carrier;

    CarriedSelfTest() {
        this(Duration.ofSeconds(5), Duration.ofSeconds(3));
    }

    /**
     * @param limit for all of it
     * @param wakeLimit for the wake-up of a parked fiber; shorter, so that it can be said
     */
    CarriedSelfTest(Duration limit, Duration wakeLimit) {
        this.limit = limit;
        this.wakeLimit = wakeLimit;
    }

    /** What is wrong, or null if nothing is. Once. */
    final @Nullable String verdict() {
        var verdict = new String[] {"the self-test of fibers did not end within " + limit.toMillis() + " ms"};
        Thread tried = new Thread(null, () -> verdict[0] = carry(), "hive-fiber-self-test");
        tried.setDaemon(true);
        tried.start();
        joinDespiteInterrupts(tried);
        tried.interrupt(); // in vain unless it hangs
        return verdict[0];
    }

    /** The verdict is for the whole life of the JVM; whoever asks first must not spoil it. */
    private void joinDespiteInterrupts(Thread tried) {
        boolean wasInterrupted = false;
        long deadline = System.nanoTime() + limit.toNanos();
        while (tried.isAlive() && System.nanoTime() < deadline) {
            try {
                tried.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
            } catch (InterruptedException e) {
                wasInterrupted = true;
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private @Nullable String carry() {
        carrier = Thread.currentThread();
        var fiber = new CarriedFiber(this);
        if (mount(fiber) != CarriedFiber.Left.SUSPENDED) {
            return "a fiber could not be suspended on this JDK";
        }
        if (mount(fiber) != CarriedFiber.Left.PARKED) {
            return "a fiber could not park on this JDK";
        }
        LockSupport.unpark(fiber.thread());
        try {
            while (true) {
                Fiber woken = wakes.poll(wakeLimit.toNanos(), TimeUnit.NANOSECONDS);
                if (woken == null) {
                    return "a parked fiber was not woken on this JDK";
                }
                if (woken.takeWake() && mount(fiber) == CarriedFiber.Left.ENDED) {
                    return guestRanElsewhere ? null : "a guest of a fiber ran on its carrier on this JDK";
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "the self-test of fibers was interrupted";
        }
    }

    private static CarriedFiber.Left mount(CarriedFiber fiber) {
        CarriedFiber.Left left;
        do {
            left = fiber.mount();
        } while (left == CarriedFiber.Left.MISSED);
        return left;
    }

    @Override
    public void run(Fiber fiber) {
        if (!fiber.suspend()) {
            return;
        }
        LockSupport.park();
        Thread guest = Thread.ofVirtual().start(() -> guestRanElsewhere = true);
        try {
            // the carrier is this fiber's alone while it waits here, so the guest ends only if it is elsewhere
            guest.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public @Nullable Fiber choose() {
        return null;
    }

    @Override
    public void wake(Fiber fiber) {
        wakes.add(fiber);
    }

    @Override
    public boolean isAbandoned() {
        return false;
    }

    @Override
    public boolean isCarrier(Thread thread) {
        return thread == carrier;
    }
}
