package io.hiveactor.runtime.fiber;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A fiber on the shard's own carrier thread: a virtual thread that has this object as its scheduler.
 *
 * <p><b>Threads:</b> {@link #mount()} is the carrier's; {@link #execute} is called by any thread.
 */
public final class CarriedFiber extends Fiber implements Executor, Runnable {
    /*
     * The JDK gives its scheduler a task whenever the virtual thread can run: at its start, when it is
     * unparked, after a yield, and once more, to be safe, when somebody has taken its stack trace. Running
     * the task mounts the thread on whoever runs it; if the thread cannot run just then, it does nothing.
     *
     * A wait of ours is a Thread.yield() whose task is kept (held) until the host chooses the fiber. That is
     * cheaper than park and unpark: no permit, no inbox, no atomic operation of ours.
     *
     *   held: set aside by suspend(); written by the fiber and by the carrier, which are one thread
     *   ran:  the fiber went on after a suspend(). A mount that did not make it true was missed, because a
     *         stack trace was being taken, and is repeated by the carrier
     *   waking: a wake-up is in the inbox; the only field that other threads touch
     *
     * The first task is ours, the same object for life. Any other belongs to a virtual thread that was started
     * inside this one, by user code or by the JDK for its socket pollers, and inherited the scheduler: those
     * guests go to the JDK's own scheduler, or they would run on the shard and end with it.
     */
    private static final VarHandle WAKING;

    static {
        try {
            WAKING = MethodHandles.lookup().findVarHandle(CarriedFiber.class, "waking", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Thread thread;
    private @Nullable Runnable own;
    private boolean held;
    private boolean ran;
    private boolean ended;

    @SuppressWarnings("UnusedVariable") // by WAKING
    private volatile boolean waking;

    public CarriedFiber(FiberHost host) {
        super(host);
        thread = JdkInternals.newVirtualThread(this, this);
        held = true;
        thread.start(); // hands us our task; the host decides when it first runs
    }

    /** The virtual thread's whole life. By the JDK; here, so that a fiber is an object and a frame less. */
    @Override
    public void run() {
        ran = true;
        try {
            host.run(this);
        } finally {
            ended = true;
        }
    }

    @Override
    public Thread thread() {
        return thread;
    }

    /** Never throws, locks or parks, and allocates for guests only: a task that is lost is a fiber lost. */
    @Override
    public void execute(Runnable task) {
        if (task == own) {
            if (held && host.isCarrier(Thread.currentThread())) {
                return; // the yield of a suspend(): kept until the host chooses this fiber
            }
            if (host.isAbandoned()) {
                JdkInternals.submit(task);
            } else {
                wake();
            }
        } else if (own == null) {
            own = task;
        } else {
            JdkInternals.submit(task);
        }
    }

    private void wake() {
        if (WAKING.compareAndSet(this, false, true)) {
            host.wake(this);
        }
    }

    @Override
    public boolean takeWake() {
        waking = false;
        return !held;
    }

    /** It goes on with the JDK's scheduler. */
    @Override
    public void releaseWake() {
        if (WAKING.compareAndSet(this, true, false)) {
            JdkInternals.submit(task());
        }
    }

    @Override
    public void orphan() {
        JdkInternals.submit(task());
    }

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // not for luck: the task of this yield is kept, see above
    public boolean suspend() {
        held = true;
        ran = false;
        try {
            Thread.yield();
        } catch (Throwable overflowed) {
            held = false;
            ran = true;
            throw overflowed;
        }
        if (held) { // still ours: the yield came back at once, pinned
            held = false;
            return false;
        }
        ran = true;
        return true;
    }

    /**
     * Runs the fiber on the calling carrier until it leaves it.
     *
     * @return how it left
     */
    public Left mount() {
        boolean wasHeld = held;
        held = false;
        task().run();
        if (ended) {
            return Left.ENDED;
        }
        if (held) {
            return Left.SUSPENDED;
        }
        if (wasHeld && !ran) {
            held = true;
            return Left.MISSED;
        }
        return Left.PARKED;
    }

    private Runnable task() {
        Runnable task = own;
        if (task == null) {
            throw new IllegalStateException("a fiber that was not started");
        }
        return task;
    }

    /** How a fiber left its carrier. */
    public enum Left {
        /** By {@link #suspend()}. */
        SUSPENDED,
        /** By a wait outside the runtime, or a yield of the user's. */
        PARKED,
        /** It did not run, because its stack trace was being taken. */
        MISSED,
        /** For good. */
        ENDED
    }
}
