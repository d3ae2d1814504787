package io.hiveactor.ipc.channel;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The limits of a channel table. <b>Threads:</b> immutable.
 *
 * @param maxDescriptors channels at a time; less than 1 is taken as 1
 * @param handleLimit open handles of one task; of external threads, which are one task together, of each thread
 * @param bindLimit channels that one task, or one external thread, may have bound while no task has opened them yet
 * @param defaultCapacity bytes of a channel that is bound without a capacity
 * @param tapRateLimit copies per second and tap; 0 for no limit
 * @param namespaces those that can be used; a target in another one is refused
 * @param expiresAsWouldBlock whether an expired wait ends with {@link ChannelStatus#WOULDBLOCK}, as before HSX had a
 *     status for it
 */
public record ChannelProfile(
        int maxDescriptors,
        int handleLimit,
        int bindLimit,
        int defaultCapacity,
        int tapRateLimit,
        Set<Namespace> namespaces,
        boolean expiresAsWouldBlock) {
    public static final int MAX_CAPACITY = 65_535;

    /** The system property that names a profile; it comes before {@link #ENVIRONMENT}. */
    public static final String PROPERTY = "hive.channels.profile";

    public static final String ENVIRONMENT = "HSX_MAILBOX_PROFILE";

    public static final ChannelProfile DESKTOP = of(256, 64, 64, 0);
    public static final ChannelProfile EMBEDDED = of(16, 8, 64, 20);

    public ChannelProfile {
        maxDescriptors = Math.max(1, maxDescriptors);
        check(handleLimit > 0, "handle limit must be positive", handleLimit);
        check(bindLimit > 0, "bind limit must be positive", bindLimit);
        check(defaultCapacity > 0 && defaultCapacity <= MAX_CAPACITY, "default capacity must be 1 to 65535",
                defaultCapacity);
        check(tapRateLimit >= 0, "tap rate limit must not be negative", tapRateLimit);
        namespaces = Set.copyOf(namespaces);
    }

    /**
     * All namespaces, {@link ChannelStatus#TIMEOUT} for an expired wait, and as the bind limit a quarter of the
     * channels, at least one.
     */
    public static ChannelProfile of(int maxDescriptors, int handleLimit, int defaultCapacity, int tapRateLimit) {
        return new ChannelProfile(maxDescriptors, handleLimit, Math.max(1, maxDescriptors / 4), defaultCapacity,
                tapRateLimit, EnumSet.allOf(Namespace.class), false);
    }

    /** The one called {@code desktop} or {@code embedded}, in any case. */
    public static ChannelProfile named(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "desktop" -> DESKTOP;
            case "embedded" -> EMBEDDED;
            default -> throw new IllegalArgumentException("no such channel profile: " + name);
        };
    }

    /** The one that the system property or the environment names; without them {@link #DESKTOP}. */
    public static ChannelProfile configured() {
        return chosen(System.getProperty(PROPERTY), System.getenv(ENVIRONMENT));
    }

    static ChannelProfile chosen(@Nullable String property, @Nullable String environment) {
        if (property != null) {
            return named(property);
        }
        return environment == null ? DESKTOP : named(environment);
    }

    // ---- one limit changed, the others as they are ----

    public ChannelProfile withMaxDescriptors(int channels) {
        return new ChannelProfile(
                channels, handleLimit, bindLimit, defaultCapacity, tapRateLimit, namespaces, expiresAsWouldBlock);
    }

    public ChannelProfile withHandleLimit(int handles) {
        return new ChannelProfile(
                maxDescriptors, handles, bindLimit, defaultCapacity, tapRateLimit, namespaces, expiresAsWouldBlock);
    }

    public ChannelProfile withBindLimit(int channels) {
        return new ChannelProfile(
                maxDescriptors, handleLimit, channels, defaultCapacity, tapRateLimit, namespaces, expiresAsWouldBlock);
    }

    public ChannelProfile withDefaultCapacity(int bytes) {
        return new ChannelProfile(
                maxDescriptors, handleLimit, bindLimit, bytes, tapRateLimit, namespaces, expiresAsWouldBlock);
    }

    public ChannelProfile withTapRateLimit(int copies) {
        return new ChannelProfile(
                maxDescriptors, handleLimit, bindLimit, defaultCapacity, copies, namespaces, expiresAsWouldBlock);
    }

    public ChannelProfile withoutNamespace(Namespace off) {
        Set<Namespace> left = EnumSet.allOf(Namespace.class);
        left.retainAll(namespaces);
        left.remove(off);
        return new ChannelProfile(
                maxDescriptors, handleLimit, bindLimit, defaultCapacity, tapRateLimit, left, expiresAsWouldBlock);
    }

    public ChannelProfile withExpiredAsWouldBlock() {
        return new ChannelProfile(
                maxDescriptors, handleLimit, bindLimit, defaultCapacity, tapRateLimit, namespaces, true);
    }

    private static void check(boolean holds, String rule, int value) {
        if (!holds) {
            throw new IllegalArgumentException(rule + ": " + value);
        }
    }
}
