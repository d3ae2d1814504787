package io.hiveactor.runtime.fiber;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The two doors into java.lang that a fiber on its own carrier needs. They are open if the JVM was started
 * with {@link #FLAG} (or the program's manifest says so) and the JDK still has them.
 */
final class JdkInternals {
    static final String FLAG = flagFor(JdkInternals.class.getModule());

    /** {@code Thread.NO_INHERIT_THREAD_LOCALS}: a fiber serves many actors and inherits nobody's. */
    private static final int NO_INHERITED_LOCALS = 1 << 2;

    private static final @Nullable MethodHandle NEW_VIRTUAL_THREAD;
    private static final @Nullable Executor DEFAULT_SCHEDULER;
    private static final @Nullable Exception CLOSED;

    static {
        MethodHandle newVirtualThread = null;
        Executor defaultScheduler = null;
        Exception closed = null;
        try {
            Method factory = Class.forName("java.lang.ThreadBuilders").getDeclaredMethod(
                    "newVirtualThread", Executor.class, String.class, int.class, Runnable.class);
            Method scheduler = Class.forName("java.lang.VirtualThread").getDeclaredMethod("defaultScheduler");
            factory.setAccessible(true);
            scheduler.setAccessible(true);
            newVirtualThread = MethodHandles.lookup().unreflect(factory);
            defaultScheduler = (Executor) scheduler.invoke(null);
        } catch (ReflectiveOperationException | RuntimeException e) {
            closed = e; // foreseen: no flag, or a JDK without these methods; FiberModes says which
        }
        NEW_VIRTUAL_THREAD = newVirtualThread;
        DEFAULT_SCHEDULER = defaultScheduler;
        CLOSED = closed;
    }

    private JdkInternals() {}

    /** The flag for code on the class path, whose module has no name, or on the module path. */
    static String flagFor(Module module) {
        return "--add-opens java.base/java.lang=" + (module.isNamed() ? module.getName() : "ALL-UNNAMED");
    }

    /** Why the doors are closed, or null if they are open. */
    static @Nullable Exception whyClosed() {
        return CLOSED;
    }

    static Thread newVirtualThread(Executor scheduler, Runnable task) {
        MethodHandle factory = NEW_VIRTUAL_THREAD;
        if (factory == null) {
            throw new IllegalStateException("fibers on their own carrier need the flag " + FLAG, CLOSED);
        }
        try {
            return (Thread) factory.invokeExact(scheduler, "", NO_INHERITED_LOCALS, task);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new LinkageError("ThreadBuilders.newVirtualThread", e);
        }
    }

    /** Gives a virtual thread's task to the JDK's own scheduler. */
    static void submit(Runnable task) {
        Executor scheduler = DEFAULT_SCHEDULER;
        if (scheduler != null) {
            scheduler.execute(task);
        }
    }
}
