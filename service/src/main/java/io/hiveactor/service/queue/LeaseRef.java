package io.hiveactor.service.queue;

/**
 * One delivery of one message.
 *
 * @param id the message
 * @param token the lease it was delivered under
 */
public record LeaseRef(Ulid id, LeaseToken token) {}
