package io.hiveactor.runtime;

import org.jspecify.annotations.Nullable;

/**
 * A message that was dropped because a mailbox was at its limit.
 *
 * @param reason why this message was chosen
 * @param policy the overflow policy of the mailbox
 * @param sender the actor that sent it
 * @param receiver the actor whose mailbox it was
 * @param depth number of messages in the mailbox
 * @param tag its tag
 * @param object its object, if it carried one
 */
public record DroppedMessage(
        Reason reason,
        Overflow policy,
        ActorId sender,
        ActorId receiver,
        int depth,
        int tag,
        @Nullable Object object) {
    /** Why a message was dropped. */
    public enum Reason {
        /** It arrived when the mailbox was full. */
        CAME_TOO_LATE,
        /** It was the oldest message when another one arrived. */
        WAS_OLDEST,
        /** A newer message with an equal key replaced it. */
        WAS_REPLACED
    }
}
