package io.hiveactor.ipc.channel;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.diagnosis.Wait;
import io.hiveactor.runtime.port.ShardCall;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Something that the table answers at once, for a caller elsewhere. */
final class Question<R> extends ShardCall {
    private final Channels channels;
    private final Function<ChannelTable, R> question;
    private @Nullable R answer;
    private @Nullable Throwable failure;
    private boolean isClosed;

    Question(Channels channels, Function<ChannelTable, R> question) {
        this.channels = channels;
        this.question = question;
    }

    R answer() {
        if (isClosed) {
            throw new IllegalStateException(channels.hive + " is closed");
        }
        if (failure != null) {
            throw new IllegalStateException("a question to the channels failed", failure);
        }
        return Objects.requireNonNull(answer, "an answer");
    }

    @Override
    protected boolean begin(boolean mayWait) {
        try {
            answer = question.apply(channels.table);
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
