package io.hiveactor.mailbox.redis;

/**
 * What a queue is called on the server. All its keys have one hash tag, so that in a cluster they are on one node and one
 * script may change them all.
 */
final class QueueKeys {
    final String name;
    /** LIST of ids: pushed at the left, taken from the right. */
    final String pending;
    /** ZSET of ids by the end of their lease or delay, in microseconds of the server's clock. */
    final String invisible;
    /** HASH of bodies by id. */
    final String data;
    /** HASH of {@code ID:count}, {@code ID:enqueued}, {@code ID:handle}, {@code ID:order}, {@code ID:reply_to}. */
    final String meta;
    /** Where it is told that something is to be seen, or soon will be. */
    final String channel;

    private final String tag;

    /** @throws IllegalArgumentException if it is no name */
    QueueKeys(String name) {
        if (!isName(name)) {
            throw new IllegalArgumentException("a name must have no braces, spaces or control characters: '" + name + "'");
        }
        this.name = name;
        tag = "{queue:" + name + "}";
        pending = tag + ":pending";
        invisible = tag + ":invisible";
        data = tag + ":data";
        meta = tag + ":meta";
        channel = tag + ":wake";
    }

    /** A brace would end the hash tag early, and the keys would part. */
    static boolean isName(String name) {
        return !name.isEmpty() && name.codePoints().noneMatch(QueueKeys::isForeign);
    }

    private static boolean isForeign(int c) {
        return c == '{' || c == '}' || Character.isISOControl(c) || Character.isWhitespace(c) || Character.isSpaceChar(c);
    }

    /** Where the last call of one lane is remembered. */
    String call(String lane) {
        return tag + ":call:" + lane;
    }

    @Override
    public String toString() {
        return "mailbox " + name;
    }
}
