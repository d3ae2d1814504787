package io.hiveactor.runtime.fiber;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * A fiber on the JDK's scheduler. The fibers of one shard pass a baton, so that one of them runs at a time.
 *
 * <p>What a handler waits for outside the runtime holds the baton, and so the shard, unless the wait stands
 * between {@link #leave()} and {@link #enter()}.
 */
public final class BatonFiber extends Fiber implements Runnable {
    /*
     * Ordering: the baton's holder writes plain fields; the write of `granted` publishes them to the next one.
     * The first grant starts the thread, so a spare that is never needed costs no scheduling.
     */
    private static final VarHandle WAKING;

    static {
        try {
            WAKING = MethodHandles.lookup().findVarHandle(BatonFiber.class, "waking", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Thread thread;
    private volatile boolean started;
    private volatile boolean granted;

    /** A wake-up is in the inbox. */
    @SuppressWarnings("UnusedVariable") // by WAKING
    private volatile boolean waking;

    /** In a wait of ours, as opposed to coming back from {@link #leave()}. */
    private boolean isSuspended;

    public BatonFiber(FiberHost host) {
        super(host);
        waking = !beginsWake(); // so that the JVM links it here: a first wake-up may come at the end of a stack
        thread = Thread.ofVirtual().inheritInheritableThreadLocals(false).unstarted(this);
    }

    /** The virtual thread's whole life. By the JDK. */
    @Override
    public void run() {
        awaitGrant();
        host.run(this);
        if (!host.isAbandoned()) {
            pass();
        }
    }

    @Override
    public Thread thread() {
        return thread;
    }

    /** Gives this fiber the baton. By its present holder, or at the very start. */
    public void grant() {
        granted = true;
        if (started) {
            LockSupport.unpark(thread);
        } else {
            started = true;
            thread.start();
        }
    }

    @Override
    public boolean suspend() {
        StackRoom.require();
        isSuspended = true;
        boolean fits = !pass() || awaitGrant();
        isSuspended = false;
        if (!fits) {
            throw new StackOverflowError("too deep to wait");
        }
        return true;
    }

    /** Lets the shard go on while this fiber does something that may block. The caller has made sure of its stack. */
    public void leave() {
        boolean passed = pass();
        assert passed : "a fiber that leaves was chosen to go on";
    }

    /** Comes back after {@link #leave()}; waits for its turn, or for the shard's end. */
    public void enter() {
        wake();
        awaitGrant();
    }

    /** Once until it is taken: a node must not be in the inbox twice. */
    private void wake() {
        if (beginsWake()) {
            host.wake(this);
        }
    }

    private boolean beginsWake() {
        return WAKING.compareAndSet(this, false, true);
    }

    @Override
    public boolean takeWake() {
        waking = false;
        return true;
    }

    /** It goes on without the baton. */
    @Override
    public void releaseWake() {
        grant();
    }

    @Override
    public void orphan() {
        grant();
    }

    /** Gives the baton to whoever is next; false if that is this fiber. */
    @CanIgnoreReturnValue
    private boolean pass() {
        Fiber next = host.choose();
        if (next == this) {
            return false;
        }
        if (next instanceof BatonFiber other) {
            other.grant();
        }
        return true;
    }

    /**
     * Waits for the baton.
     *
     * @return false if the stack is too deep to be set aside, which the JDK says by overflowing: then it has waited
     *     without giving up its carrier
     */
    @CanIgnoreReturnValue
    private boolean awaitGrant() {
        boolean interrupted = false;
        boolean isTooDeep = false;
        while (!granted) {
            try {
                LockSupport.park(this);
            } catch (StackOverflowError e) {
                if (!isTooDeep && isSuspended) {
                    wake(); // come back at once: the caller is told, and decides
                }
                isTooDeep = true;
                Thread.onSpinWait();
            }
            interrupted |= Thread.interrupted();
        }
        granted = false;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !isTooDeep;
    }
}
