package io.hiveactor.mailbox;

/** Why a reply was not sent. The delivery is as it was. */
public enum NotReplied implements ReplyResult {
    /** The delivery was acknowledged or given back before. */
    FINALIZED,
    /** The message has no address for replies, or one that nobody here knows. */
    NO_ADDRESS,
    /** The mailbox for replies is full. */
    FULL
}
