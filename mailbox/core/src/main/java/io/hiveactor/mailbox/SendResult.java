package io.hiveactor.mailbox;

/** How a send ended. */
public sealed interface SendResult permits Sent, NotSent {}
