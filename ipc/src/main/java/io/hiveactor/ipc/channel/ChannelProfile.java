package io.hiveactor.ipc.channel;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The limits of a channel table. <b>Threads:</b> immutable.
 *
 * @param maxDescriptors maximum number of channels; less than 1 counts as 1
 * @param handleLimit maximum number of open handles of one task, or of one external thread
 * @param bindLimit maximum number of channels that one task, or one external thread, has bound and no task has opened
 *     yet
 * @param defaultCapacity bytes of a channel that is bound with capacity 0
 * @param tapRateLimit maximum number of copies per second for each tap; 0 for no limit
 * @param namespaces the usable ones; a target in another one is refused
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
    /** Maximum capacity of a channel in bytes. */
    public static final int MAX_CAPACITY = 65_535;

    /** The system property that names a profile; it takes precedence over {@link #ENVIRONMENT}. */
    public static final String PROPERTY = "hive.channels.profile";

    /** The environment variable that names a profile. */
    public static final String ENVIRONMENT = "HSX_MAILBOX_PROFILE";

    /** 256 channels, 64 handles per task, a default capacity of 64 bytes, and no limit for taps. */
    public static final ChannelProfile DESKTOP = of(256, 64, 64, 0);

    /** 16 channels, 8 handles per task, a default capacity of 64 bytes, and 20 copies per second for each tap. */
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

    /** The profile {@code desktop} or {@code embedded}; upper and lower case are equal. */
    public static ChannelProfile named(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "desktop" -> DESKTOP;
            case "embedded" -> EMBEDDED;
            default -> throw new IllegalArgumentException("no such channel profile: " + name);
        };
    }

    /** The profile that {@link #PROPERTY} or {@link #ENVIRONMENT} names; without them {@link #DESKTOP}. */
    public static ChannelProfile configured() {
        return chosen(System.getProperty(PROPERTY), System.getenv(ENVIRONMENT));
    }

    static ChannelProfile chosen(@Nullable String property, @Nullable String environment) {
        if (property != null) {
            return named(property);
        }
        return environment == null ? DESKTOP : named(environment);
    }

    // ---- copies with one limit changed ----

    /** A copy with another maximum number of channels. */
    public ChannelProfile withMaxDescriptors(int channels) {
        return new ChannelProfile(
                channels, handleLimit, bindLimit, defaultCapacity, tapRateLimit, namespaces, expiresAsWouldBlock);
    }

    /** A copy with another maximum of open handles for each task and each external thread. */
    public ChannelProfile withHandleLimit(int handles) {
        return new ChannelProfile(
                maxDescriptors, handles, bindLimit, defaultCapacity, tapRateLimit, namespaces, expiresAsWouldBlock);
    }

    /** A copy with another maximum of bound, unopened channels for each task and each external thread. */
    public ChannelProfile withBindLimit(int channels) {
        return new ChannelProfile(
                maxDescriptors, handleLimit, channels, defaultCapacity, tapRateLimit, namespaces, expiresAsWouldBlock);
    }

    /** A copy with another default capacity in bytes, 1 to 65,535. */
    public ChannelProfile withDefaultCapacity(int bytes) {
        return new ChannelProfile(
                maxDescriptors, handleLimit, bindLimit, bytes, tapRateLimit, namespaces, expiresAsWouldBlock);
    }

    /** A copy with another maximum of copies per second for each tap; 0 for no limit. */
    public ChannelProfile withTapRateLimit(int copies) {
        return new ChannelProfile(
                maxDescriptors, handleLimit, bindLimit, defaultCapacity, copies, namespaces, expiresAsWouldBlock);
    }

    /** A copy in which targets of this namespace are refused. */
    public ChannelProfile withoutNamespace(Namespace off) {
        Set<Namespace> left = EnumSet.allOf(Namespace.class);
        left.retainAll(namespaces);
        left.remove(off);
        return new ChannelProfile(
                maxDescriptors, handleLimit, bindLimit, defaultCapacity, tapRateLimit, left, expiresAsWouldBlock);
    }

    /**
     * A copy in which expired waits end with {@link ChannelStatus#WOULDBLOCK} instead of {@link ChannelStatus#TIMEOUT}.
     */
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
