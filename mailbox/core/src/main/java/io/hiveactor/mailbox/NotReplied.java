package io.hiveactor.mailbox;

/** Why a reply was not sent. The delivery is as it was. */
public enum NotReplied implements ReplyResult {
    /** The delivery was acknowledged or given back before. */
    FINALIZED,
    /** The message has no address for replies: its sender wants none. */
    NO_ADDRESS,
    /** The message names a mailbox for replies that is not known here: {@link Delivery#replyToName()}. */
    UNKNOWN_ADDRESS,
    /** The mailbox for replies is full. */
    FULL
}
