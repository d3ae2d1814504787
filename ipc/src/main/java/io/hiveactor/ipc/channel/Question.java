package io.hiveactor.ipc.channel;

import io.hiveactor.runtime.port.ShardQuestion;
import java.util.function.Function;

/** Something that the table answers at once, for a caller elsewhere. */
final class Question<R> extends ShardQuestion<R> {
    private final Channels channels;
    private final Function<ChannelTable, R> question;

    Question(Channels channels, Function<ChannelTable, R> question) {
        this.channels = channels;
        this.question = question;
    }

    @Override
    protected R ask() {
        return question.apply(channels.table);
    }

    @Override
    protected R askClosed() {
        throw new IllegalStateException(channels.hive + " is closed");
    }

    @Override
    public String toString() {
        return "a question to the channels";
    }
}
