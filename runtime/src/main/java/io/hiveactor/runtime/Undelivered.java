package io.hiveactor.runtime;

import org.jspecify.annotations.Nullable;

/**
 * A message that was accepted and will never be received.
 *
 * @param reason why it was not delivered
 * @param sender the actor that sent it
 * @param receiver the actor it was sent to
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
        /** It was in the mailbox when its receiver ended. */
        RECEIVER_ENDED,
        /** The hive was closing. */
        CLOSING,
        /** Its receiver is a typed actor that takes messages of another type. */
        WRONG_TYPE
    }
}
