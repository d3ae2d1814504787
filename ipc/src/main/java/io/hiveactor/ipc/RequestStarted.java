package io.hiveactor.ipc;

/** Whether a request is on its way: its answer to come, or the reason why not. */
public sealed interface RequestStarted permits PendingReply, NoReply {}
