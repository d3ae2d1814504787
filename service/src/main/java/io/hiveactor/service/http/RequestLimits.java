package io.hiveactor.service.http;

/**
 * Limits and defaults that may change while the server runs. A request uses one snapshot from its begin to its end.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param readTimeoutMs within which the headers and the whole body must arrive
 * @param writeTimeoutMs within which a client must take each part of an answer
 * @param drainDeadlineMs how long a drain lasts at most
 * @param inflightBytes most bytes of request bodies in memory
 * @param minVisibilityMs shortest lease that a receive may ask for
 * @param defaultVisibilityMs length of a lease if a receive does not say
 * @param defaultMaxMessages messages of a receive if it does not say
 * @param defaultMaxBytes payload bytes of a receive if it does not say
 */
public record RequestLimits(
        long readTimeoutMs,
        long writeTimeoutMs,
        long drainDeadlineMs,
        long inflightBytes,
        long minVisibilityMs,
        long defaultVisibilityMs,
        int defaultMaxMessages,
        int defaultMaxBytes) {}
