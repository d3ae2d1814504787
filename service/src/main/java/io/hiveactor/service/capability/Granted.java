package io.hiveactor.service.capability;

/**
 * The token allows the operation; topic, payload size and rate are still to be checked with the request.
 *
 * @param capability what the token allows
 */
public record Granted(Capability capability) implements AuthorityResult {}
