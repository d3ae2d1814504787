package io.hiveactor.ipc.channel;

/** Messages in order, in storage that is made once: a channel's queue, or the copies of a tap. */
final class MessageRing {
    /** What a message costs besides its payload. */
    static final int OVERHEAD = 8;

    /*
     * Payloads lie one behind another in a ring of bytes. What else a message has is in a ring of headers, side by
     * side in one array: that is one line of the cache. A message of no bytes is never queued, so limit /
     * (OVERHEAD + 1) headers suffice.
     *
     * Invariants
     *  - used == sum of payload lengths + OVERHEAD * depth
     *  - used <= limit, except for a tap whose limit has shrunk: its storage stays large enough
     *  - the header of message i is the i-th from `first` on, around `turn`; `next` is that of the next one
     *  - an empty ring begins anew at 0: the same lines of the cache over and over, where it is emptied now and then
     *
     * There are headers for messages of one byte each, far more than most channels ever need. So the ring of headers
     * turns around early, and later only after it was full: otherwise it would sweep through the cache for nothing.
     *
     * Whoever copies bytes has done everything else before: the compiler forgets what it knows of fields at a copy.
     */
    private static final int WHERE = 0; // offset in bytes << 32 | length
    private static final int TAGS = 1; // as in a message
    private static final int ORIGIN = 2; // as in a message
    private static final int SEQUENCE = 3;
    private static final int HEADER = 4;
    private static final int FIRST_TURN = 16 * HEADER;

    private byte[] bytes;
    private long[] headers;
    private int limit;
    private int first; // index in headers
    private int next; // index in headers
    private int turn; // index in headers: the end of those in use
    private int end; // index in bytes, behind the last payload
    private int depth;
    private int used;

    MessageRing(int limit) {
        this(limit, limit, limit / (OVERHEAD + 1));
    }

    private MessageRing(int limit, int size, int maxDepth) {
        this.limit = limit;
        bytes = new byte[size];
        headers = new long[maxDepth * HEADER];
        turn = Math.min(FIRST_TURN, headers.length);
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

    /** Whether a payload fits, however long it is. */
    boolean takes(int length) {
        return length <= limit - OVERHEAD - used;
    }

    int length(int index) {
        return (int) where(index);
    }

    int flags(int index) {
        return (int) (headers[header(index) + TAGS] >>> 32);
    }

    int channel(int index) {
        return (int) headers[header(index) + TAGS];
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
        return (int) (where(index) >>> 32);
    }

    private long where(int index) {
        return headers[header(index) + WHERE];
    }

    private static long where(int offset, int length) {
        return (long) offset << 32 | length;
    }

    /** The caller has made sure that it fits. */
    void append(ChannelMessage message) {
        if (next == first && depth > 0) {
            turnLater();
        }
        int length = message.length;
        int offset = end;
        int header = next;
        headers[header + SEQUENCE] = message.sequence;
        headers[header + ORIGIN] = message.origin;
        headers[header + TAGS] = message.tags;
        headers[header + WHERE] = where(offset, length);
        next = following(header);
        end = after(offset, length);
        depth++;
        used += length + OVERHEAD;
        copyIn(message.bytes, length, offset);
    }

    /** All headers that are in use have a message: puts those from the first one on behind new ones. */
    private void turnLater() {
        int later = Math.min(2 * turn, headers.length);
        int moved = later - turn;
        System.arraycopy(headers, first, headers, first + moved, turn - first);
        first += moved;
        turn = later;
    }

    private void copyIn(byte[] from, int length, int offset) {
        byte[] into = bytes;
        if (offset + length <= into.length) {
            System.arraycopy(from, 0, into, offset, length);
        } else {
            int upToEnd = into.length - offset;
            System.arraycopy(from, 0, into, offset, upToEnd);
            System.arraycopy(from, upToEnd, into, 0, length - upToEnd);
        }
    }

    /** Copies a message out, cut to the bytes that are there for it. */
    void read(int index, ChannelMessage into) {
        int header = header(index);
        long where = describe(header, into);
        copyOut((int) (where >>> 32), into.bytes, into.length);
    }

    /** Copies the first message out, cut to the bytes that are there for it, and removes it. */
    void take(ChannelMessage into) {
        long where = describe(first, into);
        removeFirst((int) where);
        copyOut((int) (where >>> 32), into.bytes, into.length);
    }

    /** Copies all of a message but its bytes. @return where they are */
    private long describe(int header, ChannelMessage into) {
        long where = headers[header + WHERE];
        int length = (int) where;
        if (length <= into.bytes.length) {
            into.length = length;
        } else {
            into.makeRoom(length);
        }
        into.sequence = headers[header + SEQUENCE];
        into.origin = headers[header + ORIGIN];
        into.tags = headers[header + TAGS];
        return where;
    }

    private void copyOut(int offset, byte[] into, int length) {
        byte[] from = bytes;
        if (offset + length <= from.length) {
            System.arraycopy(from, offset, into, 0, length);
        } else {
            int upToEnd = from.length - offset;
            System.arraycopy(from, offset, into, 0, upToEnd);
            System.arraycopy(from, 0, into, upToEnd, length - upToEnd);
        }
    }

    void removeFirst() {
        removeFirst(length(0));
    }

    private void removeFirst(int length) {
        used -= length + OVERHEAD;
        depth--;
        if (depth == 0) {
            first = 0;
            next = 0;
            end = 0;
        } else {
            first = following(first);
        }
    }

    /** Puts a message in the place of another one, whose sequence it gets. The caller has made sure that it fits. */
    void replace(int index, ChannelMessage message) {
        int growth = message.length - length(index);
        int header = header(index);
        int offset = offset(index);
        shiftBehind(index, growth);
        message.sequence = headers[header + SEQUENCE];
        headers[header + TAGS] = message.tags;
        headers[header + WHERE] = where(offset, message.length);
        end = wrapped(end + growth);
        used += growth;
        copyIn(message.bytes, message.length, offset);
    }

    private void shiftBehind(int index, int distance) {
        if (distance == 0 || index == depth - 1) {
            return;
        }
        int start = after(offset(index), length(index));
        int size = 0;
        for (int i = index + 1; i < depth; i++) {
            size += length(i);
            headers[header(i) + WHERE] = where(wrapped(offset(i) + distance), length(i));
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
            resized.append(message);
        }
        bytes = resized.bytes;
        headers = resized.headers;
        turn = resized.turn;
        limit = newLimit;
        first = resized.first;
        next = resized.next;
        end = resized.end;
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

    /** An offset that is at most once around the ring, in either direction. */
    private int wrapped(int offset) {
        if (offset >= bytes.length) {
            return offset - bytes.length;
        }
        return offset < 0 ? offset + bytes.length : offset;
    }

    private int after(int offset, int length) {
        int end = offset + length;
        return end >= bytes.length ? end - bytes.length : end;
    }

    private int following(int header) {
        return header + HEADER == turn ? 0 : header + HEADER;
    }

    private int header(int index) {
        int header = first + index * HEADER;
        return header >= turn ? header - turn : header;
    }
}
