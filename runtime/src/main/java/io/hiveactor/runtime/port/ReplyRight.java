package io.hiveactor.runtime.port;

/** The right to answer one request. Owner only, the actor that received it. */
public interface ReplyRight {}
