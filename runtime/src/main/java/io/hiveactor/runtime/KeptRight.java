package io.hiveactor.runtime;

import io.hiveactor.runtime.port.ReplyRight;
import org.jspecify.annotations.Nullable;

/** The right to answer a request that is not the message last received any more. Owner only. */
final class KeptRight implements ReplyRight {
    final Actor owner;
    /** It may belong to another request by now; the correlation tells. Null if nobody waited any more. */
    final @Nullable AnswerRoom room;
    final long correlation;
    boolean isUsed;

    KeptRight(Actor owner, @Nullable AnswerRoom room, long correlation) {
        this.owner = owner;
        this.room = room;
        this.correlation = correlation;
    }
}
