package io.hiveactor.ipc.channel;

/** Messages in order, in storage that is made once: a channel's queue, or the copies of a tap. */
final class MessageRing {
    /** What a message costs besides its payload. */
    static final int OVERHEAD = 8;

    /*
     * Payloads lie one behind another in a ring of bytes. What else a message has is in a ring of headers, side by
     * side in one array: that is one line of the cache. A message of no bytes is never queued, so limit / (OVERHEAD +
     * 1) headers suffice.
     *
     * Invariants
     *  - used == sum of payload lengths + OVERHEAD * depth
     *  - used <= limit, except for a tap whose limit has shrunk: its storage stays large enough
     *  - the header of message i is the i-th from `first` on, around the end of the array
     */
    private static final int WHERE = 0; // offset in bytes << 32 | length
    private static final int TAGS = 1; // flags << 16 | channel
    private static final int ORIGIN = 2; // pid << 32 | handle
    private static final int SEQUENCE = 3;
    private static final int HEADER = 4;

    private byte[] bytes;
    private long[] headers;
    private int limit;
    private int first; // index in headers
    private int depth;
    private int used;

    MessageRing(int limit) {
        this(limit, limit, limit / (OVERHEAD + 1));
    }

    private MessageRing(int limit, int size, int maxDepth) {
        this.limit = limit;
        bytes = new byte[size];
        headers = new long[maxDepth * HEADER];
    }

    int limit() {
        return limit;
    }

    int depth() {
        return depth;
    }

    int used() {
        return used;
    }

    boolean fits(int cost) {
        return used + cost <= limit;
    }

    int length(int index) {
        return (int) headers[header(index) + WHERE];
    }

    int flags(int index) {
        return (int) headers[header(index) + TAGS] >>> 16;
    }

    int channel(int index) {
        return (int) headers[header(index) + TAGS] & 0xFFFF;
    }

    int sourcePid(int index) {
        return (int) (origin(index) >>> 32);
    }

    long origin(int index) {
        return headers[header(index) + ORIGIN];
    }

    long sequence(int index) {
        return headers[header(index) + SEQUENCE];
    }

    private int offset(int index) {
        return (int) (headers[header(index) + WHERE] >>> 32);
    }

    /** The caller has made sure that it fits. */
    void append(ChannelMessage message, long origin) {
        int offset = 0;
        if (depth == 0) {
            first = 0; // the same lines of the cache over and over, where it is emptied now and then
        } else {
            offset = end(depth - 1);
        }
        int header = header(depth);
        headers[header + ORIGIN] = origin;
        headers[header + SEQUENCE] = message.sequence;
        depth++;
        used += OVERHEAD;
        put(header, offset, message);
    }

    private void put(int header, int offset, ChannelMessage message) {
        headers[header + WHERE] = (long) offset << 32 | message.length;
        headers[header + TAGS] = (long) message.flags << 16 | message.channel;
        used += message.length;
        int upToEnd = Math.min(message.length, bytes.length - offset);
        System.arraycopy(message.bytes(), 0, bytes, offset, upToEnd);
        if (upToEnd < message.length) {
            System.arraycopy(message.bytes(), upToEnd, bytes, 0, message.length - upToEnd);
        }
    }

    /** Copies a message out, cut to the bytes that are there for it. */
    void read(int index, ChannelMessage into) {
        int whole = length(index);
        byte[] room = into.roomFor(whole);
        into.length = Math.min(whole, room.length);
        into.flags = flags(index);
        into.channel = channel(index);
        into.sourcePid = sourcePid(index);
        into.sequence = sequence(index);
        copyOut(offset(index), room, into.length);
    }

    private void copyOut(int offset, byte[] into, int length) {
        int upToEnd = Math.min(length, bytes.length - offset);
        System.arraycopy(bytes, offset, into, 0, upToEnd);
        if (upToEnd < length) {
            System.arraycopy(bytes, 0, into, upToEnd, length - upToEnd);
        }
    }

    void removeFirst() {
        used -= length(0) + OVERHEAD;
        depth--;
        first = first + HEADER == headers.length ? 0 : first + HEADER;
    }

    /** Puts a message in the place of another one, whose sequence it gets. The caller has made sure that it fits. */
    void replace(int index, ChannelMessage message) {
        shiftBehind(index, message.length - length(index));
        used -= length(index);
        message.sequence = sequence(index);
        put(header(index), offset(index), message);
    }

    private void shiftBehind(int index, int distance) {
        if (distance == 0 || index == depth - 1) {
            return;
        }
        int start = end(index);
        int size = 0;
        for (int i = index + 1; i < depth; i++) {
            size += length(i);
            headers[header(i) + WHERE] = (long) wrapped(offset(i) + distance) << 32 | length(i);
        }
        for (int i = 0; i < size; i++) {
            int from = start + (distance > 0 ? size - 1 - i : i); // never over a byte that is still to be moved
            bytes[wrapped(from + distance)] = bytes[wrapped(from)];
        }
    }

    /** What is there stays, also where it exceeds a smaller limit. */
    void resize(int newLimit) {
        var resized = new MessageRing(
                newLimit, Math.max(newLimit, used), Math.max(newLimit / (OVERHEAD + 1), depth));
        var message = new ChannelMessage(used);
        for (int i = 0; i < depth; i++) {
            read(i, message);
            resized.append(message, origin(i));
        }
        bytes = resized.bytes;
        headers = resized.headers;
        limit = newLimit;
        first = 0;
    }

    /** Gives the storage back; nothing can be queued from now on. */
    void release() {
        depth = 0;
        used = 0;
        resize(0);
    }

    /** Bytes of storage, without the headers of the arrays. */
    int footprint() {
        return bytes.length + headers.length * Long.BYTES;
    }

    private int end(int index) {
        return wrapped(offset(index) + length(index));
    }

    /** An offset that is at most once around the ring, in either direction. */
    private int wrapped(int offset) {
        if (offset >= bytes.length) {
            return offset - bytes.length;
        }
        return offset < 0 ? offset + bytes.length : offset;
    }

    private int header(int index) {
        int header = first + index * HEADER;
        return header >= headers.length ? header - headers.length : header;
    }
}
