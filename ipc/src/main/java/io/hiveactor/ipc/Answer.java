package io.hiveactor.ipc;

/** What a request gave: the reply, or the reason there is none. */
public sealed interface Answer permits Reply, NoReply {}
