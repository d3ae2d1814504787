package io.hiveactor.service.capability;

import java.time.Duration;

/**
 * What an {@link Authority} is configured by.
 *
 * @param audience {@code auth.audience}, for caveats {@code aud}
 * @param node {@code node.name}, for caveats {@code node}
 * @param clockSkew {@code auth.clock_skew}, the tolerance of {@code time >}
 * @param cacheTtl {@code mailbox.cap_cache_ttl}
 */
public record AuthoritySettings(String audience, String node, Duration clockSkew, Duration cacheTtl) {}
