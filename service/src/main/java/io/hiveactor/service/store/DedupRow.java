package io.hiveactor.service.store;

import io.hiveactor.service.queue.Digest;
import io.hiveactor.service.queue.Ulid;

/**
 * A remembered key.
 *
 * @param topicId topic of the send
 * @param idemKey its key
 * @param message the message it stored
 * @param payloadHash hash of its payload
 * @param expiresMs service time at which the key is free again
 */
public record DedupRow(long topicId, String idemKey, Ulid message, Digest payloadHash, long expiresMs) {}
