package io.hiveactor.runtime;

import org.jspecify.annotations.Nullable;

/**
 * A message that was accepted and that nobody will receive.
 *
 * @param reason why
 * @param sender who sent it
 * @param receiver who would have received it
 * @param messageClass its class
 * @param tag its tag
 * @param object its object, if it carried one
 */
public record Undelivered(
        Reason reason,
        ActorId sender,
        ActorId receiver,
        MessageClass messageClass,
        int tag,
        @Nullable Object object) {
    /** Why a message was not delivered. */
    public enum Reason {
        /** Its receiver had ended before it arrived. */
        NO_RECEIVER,
        /** It lay in the mailbox when its receiver ended. */
        RECEIVER_ENDED,
        /** The hive was closing. */
        CLOSING,
        /** Its receiver is a typed actor, and it is not of that actor's type. */
        WRONG_TYPE
    }
}
