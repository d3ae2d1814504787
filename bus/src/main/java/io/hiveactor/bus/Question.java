package io.hiveactor.bus;

import io.hiveactor.runtime.port.ShardQuestion;
import java.util.function.Function;

/** Something that the ring answers at once, for a caller elsewhere. */
final class Question<R> extends ShardQuestion<R> {
    private final BusCore core;
    private final Function<Ring, R> question;

    Question(BusCore core, Function<Ring, R> question) {
        this.core = core;
        this.question = question;
    }

    @Override
    protected R ask() {
        R answer = question.apply(core.ring);
        core.watchAge();
        return answer;
    }

    @Override
    protected R askClosed() {
        return core.askClosed(question);
    }

    @Override
    public String toString() {
        return "a question to " + core;
    }
}
