package io.hiveactor.ipc.channel;

import org.jspecify.annotations.Nullable;

/**
 * The full name of a channel. <b>Threads:</b> immutable.
 *
 * @param name ASCII, at most {@link #MAX_NAME_BYTES}; it may be empty
 * @param owner a pid, or {@link #NO_OWNER}
 */
public record ChannelTarget(Namespace namespace, String name, int owner) {
    /** Maximum length of a name. */
    public static final int MAX_NAME_BYTES = 32;
    /** The owner of a target that has none. */
    public static final int NO_OWNER = -1;

    /**
     * Parses the text of a target for the task with this pid; returns null if it is malformed.
     *
     * <p>A text without a prefix is a name of the namespace {@link Namespace#SVC}. The owner follows the first
     * {@code @}, in decimal digits. A name that is too long or not ASCII is malformed.
     */
    public static @Nullable ChannelTarget parse(String text, int pid) {
        if (text.isEmpty()) {
            return null;
        }
        for (Namespace namespace : Namespace.values()) {
            if (text.startsWith(namespace.prefix())) {
                return parse(namespace, text.substring(namespace.prefix().length()), pid);
            }
        }
        return parse(Namespace.SVC, text, pid);
    }

    private static @Nullable ChannelTarget parse(Namespace namespace, String rest, int pid) {
        if (namespace == Namespace.PID) {
            int owner = rest.isEmpty() ? pid : number(rest);
            return owner < 0 ? null : ofPid(owner);
        }
        int at = rest.indexOf('@');
        String name = at < 0 ? rest : rest.substring(0, at);
        boolean hasOwner = at >= 0 && at < rest.length() - 1;
        int owner = hasOwner ? number(rest.substring(at + 1)) : defaultOwner(namespace, pid);
        if (!isName(name) || (hasOwner && owner < 0)) {
            return null;
        }
        return new ChannelTarget(namespace, name, namespace == Namespace.SHARED ? NO_OWNER : owner);
    }

    static ChannelTarget ofPid(int pid) {
        return new ChannelTarget(Namespace.PID, Namespace.PID.prefix() + pid, pid);
    }

    private static int defaultOwner(Namespace namespace, int pid) {
        return namespace == Namespace.SVC ? pid : NO_OWNER;
    }

    private static boolean isName(String name) {
        return name.length() <= MAX_NAME_BYTES && name.chars().allMatch(letter -> letter < 0x80);
    }

    /** @return -1 if these are not decimal digits, or too many */
    private static int number(String digits) {
        long value = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = Math.min(value * 10 + digit, 1L << 31);
        }
        return value > Integer.MAX_VALUE ? -1 : (int) value;
    }

    @Override
    public String toString() {
        String prefix = namespace == Namespace.PID ? "" : namespace.prefix();
        boolean showsOwner = owner != NO_OWNER && namespace != Namespace.PID;
        return prefix + name + (showsOwner ? "@" + owner : "");
    }
}
