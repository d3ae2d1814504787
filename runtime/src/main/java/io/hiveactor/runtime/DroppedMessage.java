package io.hiveactor.runtime;

import org.jspecify.annotations.Nullable;

/**
 * A message that was dropped because a mailbox was at its limit.
 *
 * @param reason why this message
 * @param policy what the mailbox does at its limit
 * @param sender who sent it
 * @param receiver whose mailbox it was
 * @param depth how many messages the mailbox had
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
        /** It came when the mailbox was full. */
        CAME_TOO_LATE,
        /** It was the oldest when another one came. */
        WAS_OLDEST,
        /** A newer one with an equal key took its place. */
        WAS_REPLACED
    }
}
