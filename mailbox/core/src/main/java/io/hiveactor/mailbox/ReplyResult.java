package io.hiveactor.mailbox;

/** How a reply ended. */
public sealed interface ReplyResult permits Sent, NotReplied {}
