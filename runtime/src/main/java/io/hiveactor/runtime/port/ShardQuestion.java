package io.hiveactor.runtime.port;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.diagnosis.Wait;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Something that is answered at once by what lives on one shard, for a caller elsewhere.
 *
 * <p><b>Threads:</b> as a {@link ShardCall}.
 */
public abstract class ShardQuestion<R> extends ShardCall {
    private @Nullable R answer;
    private @Nullable Throwable failure;
    private boolean isClosed;

    protected ShardQuestion() {}

    /** Answers it, on the shard. */
    protected abstract R ask();

    /** Answers it, by the caller, if the hive has closed; or throws. */
    protected abstract R askClosed();

    /** The answer, once it was performed. */
    public final R answer() {
        if (isClosed) {
            return askClosed();
        }
        if (failure != null) {
            throw new IllegalStateException(this + " failed", failure);
        }
        return Objects.requireNonNull(answer, "an answer");
    }

    @Override
    protected final boolean begin(boolean mayWait) {
        failure = null; // a call can be performed again
        isClosed = false;
        try {
            answer = ask();
        } catch (RuntimeException | Error e) {
            failure = e; // the caller's to know
        }
        return true;
    }

    @Override
    @CanIgnoreReturnValue
    protected final boolean giveUp(Ending why) {
        return false; // it never waits
    }

    @Override
    protected final void closed() {
        isClosed = true;
    }

    @Override
    public final Wait explain() {
        return new Wait.Nothing();
    }

    @Override
    public final boolean isIdle() {
        return false;
    }
}
