package io.hiveactor.runtime.diagnosis;

/**
 * A channel, a bus or a feed at one moment.
 *
 * @param resource which one
 * @param shard the shard that owns it
 * @param depth messages, entries or deliveries in it
 * @param capacity the largest depth; 0 if the depth has no limit
 * @param bytes payload bytes in it, for a channel with the overhead of each message
 * @param byteCapacity the most bytes; 0 if the bytes have no limit
 * @param readers handles, subscribers or actors that can take from it
 * @param writers handles, publishers or actors that can add to it
 * @param waitingReaders readers that wait for a message
 * @param waitingWriters writers that wait for room
 * @param drops messages that were removed to make room for later ones, since the resource exists
 */
public record ResourceView(
        Resource resource,
        int shard,
        int depth,
        int capacity,
        long bytes,
        long byteCapacity,
        int readers,
        int writers,
        int waitingReaders,
        int waitingWriters,
        long drops) {
    /** How full it is, by messages or by bytes, whichever is more: 0 for empty, 1 for no room at all. */
    public double saturation() {
        double byDepth = capacity == 0 ? 0 : (double) depth / capacity;
        double byBytes = byteCapacity == 0 ? 0 : (double) bytes / byteCapacity;
        return Math.max(byDepth, byBytes);
    }

    /** Readers and writers that wait. */
    public int waiters() {
        return waitingReaders + waitingWriters;
    }

    /** On one line, for people. */
    @Override
    public String toString() {
        var text = new StringBuilder(resource.toString()).append(": ").append(depth);
        if (capacity > 0) {
            text.append(" of ").append(capacity);
        }
        text.append(" queued");
        if (bytes > 0 || byteCapacity > 0) {
            text.append(", ").append(bytes).append(byteCapacity > 0 ? " of " + byteCapacity : "").append(" bytes");
        }
        return text.append(" (").append(Math.round(saturation() * 100)).append(" % full), ")
                .append(Lines.count(readers, "reader")).append(" (").append(waitingReaders).append(" waiting), ")
                .append(Lines.count(writers, "writer")).append(" (").append(waitingWriters).append(" waiting), ")
                .append(drops).append(" dropped").toString();
    }
}
