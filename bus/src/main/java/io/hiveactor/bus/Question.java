package io.hiveactor.bus;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.diagnosis.Wait;
import io.hiveactor.runtime.port.ShardCall;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Something that the ring answers at once, for a caller elsewhere. */
final class Question<R> extends ShardCall {
    private final BusCore core;
    private final Function<Ring, R> question;
    private @Nullable R answer;
    private @Nullable Throwable failure;
    private boolean isClosed;

    Question(BusCore core, Function<Ring, R> question) {
        this.core = core;
        this.question = question;
    }

    R answer() {
        if (isClosed) {
            return core.askClosed(question);
        }
        if (failure != null) {
            throw new IllegalStateException("a question to " + core + " failed", failure);
        }
        return Objects.requireNonNull(answer, "an answer");
    }

    @Override
    protected boolean begin(boolean mayWait) {
        try {
            answer = question.apply(core.ring);
            core.watchAge();
        } catch (RuntimeException | Error e) {
            failure = e; // the caller's to know
        }
        return true;
    }

    @Override
    @CanIgnoreReturnValue
    protected boolean giveUp(Ending why) {
        return false; // it never waits
    }

    @Override
    protected void closed() {
        isClosed = true;
    }

    @Override
    public Wait explain() {
        return new Wait.Nothing();
    }

    @Override
    public boolean isIdle() {
        return false;
    }
}
