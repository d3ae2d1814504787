package io.hiveactor.runtime.port;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A call to something that lives on one shard, by whoever, from wherever. It may have to wait there. When
 * {@link Caller#perform} returns, it is over, and its outcome is noted in it.
 *
 * <p>A call can be performed again once it is over.
 *
 * <p><b>Threads:</b> while it is performed it belongs to the shard; before and after that, to the caller.
 */
public abstract class ShardCall extends ShardTask implements Explained {
    /** Why a wait is given up. */
    public enum Ending {
        /** Its time is over. */
        TIMEOUT,
        /** It has no deadline, and could never end. */
        DEADLOCK,
        /** The waiting thread was interrupted. */
        INTERRUPTED,
        /** The caller cannot wait, or ends. */
        FORSAKEN
    }

    private @Nullable Caller caller;
    private boolean mayWait;
    /** Owned by the shard. */
    private boolean isOver;

    protected ShardCall() {}

    /**
     * Begins, on the shard.
     *
     * @return whether it is over, with its outcome noted; otherwise {@link #ended()} follows, perhaps even before this
     *     returns
     */
    protected abstract boolean begin(boolean mayWait);

    /**
     * Gives up a wait, on the shard, and notes an outcome.
     *
     * @return false if it does not wait any more
     */
    @CanIgnoreReturnValue
    protected abstract boolean giveUp(Ending why);

    /** Notes as outcome that the hive has closed. */
    protected abstract void closed();

    /** Its wait is over, with its outcome noted. On the shard. */
    protected final void ended() {
        isOver = true;
        Objects.requireNonNull(caller, "a call that waits has a caller").isOver();
    }

    /** By its caller, before it is the shard's. */
    final void madeBy(Caller by, boolean waits) {
        caller = by;
        mayWait = waits;
    }

    /** Begins, on the shard. @return whether it is over */
    final boolean begins() {
        isOver = false;
        return begin(mayWait) || isOver;
    }

    /** By the shard of a caller from elsewhere. */
    @Override
    public final void run() {
        Caller by = Objects.requireNonNull(caller, "a call under way has a caller");
        isOver = false;
        if (begin(mayWait)) {
            by.isOver();
        } else if (!isOver) {
            by.isHeld(this);
        }
    }

    @Override
    public final void refused() {
        closed();
        Objects.requireNonNull(caller, "a call under way has a caller").isOver();
    }
}
