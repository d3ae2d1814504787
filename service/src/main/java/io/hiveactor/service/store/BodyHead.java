package io.hiveactor.service.store;

import io.hiveactor.service.queue.Digest;

/**
 * A content without its payload.
 *
 * @param ts wall time of the send
 * @param payloadHash hash of the payload
 */
record BodyHead(String ts, Digest payloadHash) {}
