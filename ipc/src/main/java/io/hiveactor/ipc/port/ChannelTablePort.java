package io.hiveactor.ipc.port;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.ipc.channel.BindResult;
import io.hiveactor.ipc.channel.ChannelListener;
import io.hiveactor.ipc.channel.ChannelMessage;
import io.hiveactor.ipc.channel.ChannelProfile;
import io.hiveactor.ipc.channel.ChannelState;
import io.hiveactor.ipc.channel.ChannelStatus;
import io.hiveactor.ipc.channel.Channels;
import io.hiveactor.ipc.channel.OpenResult;
import io.hiveactor.ipc.channel.Peek;
import io.hiveactor.ipc.channel.RegisterResult;
import io.hiveactor.ipc.channel.StdioStream;
import io.hiveactor.ipc.channel.TableSnapshot;
import io.hiveactor.ipc.channel.TaskCounters;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A channel table that its caller drives: the caller names the task of each call by its pid, advances the clock, and expires
 * waits. The calls are those of {@link io.hiveactor.ipc.channel.ChannelClient} and {@link Channels}.
 *
 * <p><b>Threads:</b> owner only: one call at a time, each visible to the next. It is not checked.
 */
public abstract class ChannelTablePort {
    /** The timeout and the deadline of a wait without end. */
    public static final long NEVER = Long.MAX_VALUE;

    /** Opens tables. */
    public interface Factory {
        ChannelTablePort open(ChannelProfile profile, LongSupplier nanoClock, ChannelListener listener);
    }

    private static volatile @Nullable Factory factory;

    protected ChannelTablePort() {}

    /** Called once, when the class {@link Channels} is initialised. */
    public static void grant(Factory granted) {
        factory = granted;
    }

    /**
     * Opens an empty table.
     *
     * @param listener called in the middle of an operation; it must not call the table
     */
    public static ChannelTablePort open(ChannelProfile profile, LongSupplier nanoClock, ChannelListener listener) {
        if (factory == null) { // no channels have been opened yet
            try {
                Class<?> initialised = MethodHandles.lookup().ensureInitialized(Channels.class);
                assert initialised == Channels.class;
            } catch (IllegalAccessException e) {
                throw new LinkageError("Channels is not accessible within its own module", e);
            }
        }
        return Objects.requireNonNull(factory, "Channels grants the factory when it is initialised")
                .open(profile, nanoClock, listener);
    }

    public abstract BindResult bind(int pid, String target, int capacity, int mode);

    public abstract OpenResult open(int pid, String target, int flags);

    public abstract ChannelStatus send(int pid, int handle, ChannelMessage message);

    public abstract ChannelStatus receive(int pid, int handle, ChannelMessage into);

    /**
     * Receives; if there is no message, joins the line for one.
     *
     * @param timeoutNanos positive; {@link #NEVER} for a wait without end
     * @param onEnd receives the outcome when the wait ends, in the middle of another operation; it must not throw
     * @return {@code WAITING} if it waits; otherwise the outcome, and {@code onEnd} is not called
     */
    public abstract ChannelStatus receive(
            int pid, int handle, ChannelMessage into, long timeoutNanos, Consumer<ChannelStatus> onEnd);

    public abstract ChannelStatus peek(int pid, int handle, Peek into);

    public abstract ChannelStatus tap(int pid, int handle, boolean on);

    public abstract ChannelStatus close(int pid, int handle);

    public abstract RegisterResult register(int pid);

    /** Ends a task. @return its counters */
    @CanIgnoreReturnValue
    public abstract TaskCounters exit(int pid);

    public abstract int write(int pid, StdioStream stream, ChannelMessage message);

    /** Sets the mode of a stream for later tasks. @return the existing descriptors that were changed too */
    @CanIgnoreReturnValue
    public abstract List<Integer> configureStdio(StdioStream stream, int mode, boolean alsoExisting);

    public abstract void limitTaps(int copiesPerSecond);

    /** The number of the channel that a handle opened; 0 if there is no such handle. */
    public abstract int descriptor(int pid, int handle);

    public abstract Optional<ChannelState> describe(int descriptor);

    public abstract TableSnapshot snapshot();

    /** By pid, of all tasks that have called and have not exited since. */
    public abstract Map<Integer, TaskCounters> counters();

    /**
     * Ends all waits whose deadline has come, in the order in which they began.
     *
     * @return the next deadline; {@link #NEVER} if there is none
     */
    @CanIgnoreReturnValue
    public abstract long expireDue();
}
