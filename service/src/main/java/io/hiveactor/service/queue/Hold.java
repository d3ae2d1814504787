package io.hiveactor.service.queue;

/**
 * The lease of a message that is being processed.
 *
 * @param token what the holder shows to settle it
 * @param capability id of the capability it was taken under
 * @param heldMs service time at which it was taken
 * @param holdMs the visibility that was asked for
 */
public record Hold(LeaseToken token, Ulid capability, long heldMs, long holdMs) {}
