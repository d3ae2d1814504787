package io.hiveactor.bus;

import io.hiveactor.bus.BusConfig.WhenFull;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a ring should do, in the plainest way: a list of the entries that are there, and each reader with a list of
 * those that it has yet to read. Readers and publishers are numbers.
 */
final class RingModel {
    private record Published(long number, String text, int length, long atNanos) {}

    private record Publisher(int id, String text, int length) {}

    /** @param reads or it only wants to know that there is an entry */
    private record Wait(int number, boolean reads) {}

    private static final class Reader {
        final int id;
        final int mostBytes;
        final List<Published> unread = new ArrayList<>();
        long missed;
        /** Each within the one behind it. */
        final Deque<Wait> waits = new ArrayDeque<>();
        boolean isHandler;
        /** A handler that is to be told of the next entry. */
        boolean isToBeTold;

        Reader(int id, int mostBytes) {
            this.id = id;
            this.mostBytes = mostBytes;
        }

        boolean isInLine() {
            return !waits.isEmpty() || isToBeTold;
        }
    }

    /** What became of waits. */
    final List<String> log = new ArrayList<>();

    private final BusConfig config;
    private final List<Published> entries = new ArrayList<>();
    /** Who has read an entry; who comes again is still the same. */
    private final Map<Published, Set<Integer>> readBy = new HashMap<>();
    private final Map<Integer, Reader> readers = new HashMap<>();
    private final List<Reader> line = new ArrayList<>();
    private final List<Publisher> publishers = new ArrayList<>();
    private long next;
    private long published;
    private long readCount;
    private long evicted;
    private long expired;
    private long missed;

    /** How many entries are being brought from elsewhere, and have their places. */
    private int onTheirWay;
    /** How many entries may be there for want of slots. */
    int slots;
    long nowNanos;

    RingModel(BusConfig config) {
        this.config = config;
    }

    // ---- publishing ----

    /** @param waitId 0 for a publish that does not wait */
    String publish(String text, int length, int waitId) {
        int limit = config.maxBytes() == 0 ? TestSlots.MAX_PAYLOAD : config.maxBytes();
        if (length > limit) {
            return "TOO_LARGE";
        }
        expire();
        String status = publishers.isEmpty() ? tryPublish(text, length) : obstacle();
        if (!status.equals("PUBLISHED") && waitId != 0) {
            publishers.add(new Publisher(waitId, text, length));
        }
        settle();
        return status;
    }

    private String tryPublish(String text, int length) {
        if (isForNobody()) {
            next++;
            published++;
            return "PUBLISHED";
        }
        String obstacle = obstacle();
        if (obstacle != null) {
            return obstacle;
        }
        if (isFull()) {
            evict();
        }
        add(text, length);
        return "PUBLISHED";
    }

    private boolean isForNobody() {
        return readers.isEmpty() && !config.retainsLatest();
    }

    /** Reason nothing can be published now, or null. */
    private @Nullable String obstacle() {
        if (config.whenFull() == WhenFull.WAIT && onTheirWay > 0 && !hasPlace()) {
            return "WOULD_BLOCK";
        }
        if (isFull()) {
            return config.whenFull() == WhenFull.WAIT && isUnread(entries.getFirst()) ? "WOULD_BLOCK" : null;
        }
        return entries.size() + onTheirWay >= slots ? "NO_MEMORY" : null;
    }

    private boolean isFull() {
        return !entries.isEmpty() && publishedSince(entries.getFirst()) == config.capacity();
    }

    private boolean hasPlace() {
        return (entries.isEmpty() ? 0 : publishedSince(entries.getFirst())) + onTheirWay < config.capacity();
    }

    private void evict() {
        Published oldest = entries.getFirst();
        evicted += isUnread(oldest) ? 1 : 0;
        lose(oldest);
    }

    private void add(String text, int length) {
        var added = new Published(next, text, length, nowNanos);
        next++;
        published++;
        entries.add(added);
        readers.values().forEach(reader -> reader.unread.add(added));
        tidy();
    }

    // ---- entries from elsewhere ----

    /** Whether one may be brought: where a full ring evicts, as many as it has room for, whatever is there. */
    boolean admits() {
        return config.whenFull() == WhenFull.WAIT
                ? hasPlace() && publishers.isEmpty()
                : onTheirWay < config.capacity() && publishers.isEmpty();
    }

    int onTheirWay() {
        return onTheirWay;
    }

    void isBrought() {
        onTheirWay++;
    }

    void arrives(String text, int length, boolean isClosed) {
        expire();
        onTheirWay--;
        if (isClosed) {
            return;
        }
        if (readers.isEmpty() && !config.retainsLatest()) {
            next++;
            published++;
        } else {
            if (isFull()) {
                evict();
            }
            add(text, length);
        }
        settle();
    }

    /** An entry and all that came after it, also what is gone: so many may there be. */
    private long publishedSince(Published entry) {
        return next - entry.number;
    }

    private boolean isUnread(Published entry) {
        return readers.values().stream().anyMatch(reader -> reader.unread.contains(entry));
    }

    /** Takes an entry away from those who have not read it, who are told. */
    private void lose(Published entry) {
        entries.remove(entry);
        for (Reader reader : readers.values()) {
            if (reader.unread.remove(entry)) {
                reader.missed++;
                missed++;
            }
        }
    }

    /** Entries that nobody will read go. */
    private void tidy() {
        entries.removeIf(entry -> !isUnread(entry) && !(config.retainsLatest() && entry.number == next - 1));
    }

    void withdraw(int publisher) {
        publishers.removeIf(each -> each.id == publisher);
        settle();
    }

    void expire() {
        if (config.maxAge().isZero()) {
            return;
        }
        long age = config.maxAge().toNanos();
        for (Published entry : List.copyOf(entries)) {
            if (nowNanos - entry.atNanos >= age) {
                lose(entry);
                expired++;
            }
        }
        settle();
    }

    /** When the oldest entry goes by itself; the end of time for never. */
    long nextExpiry() {
        boolean isNever = config.maxAge().isZero() || entries.isEmpty();
        return isNever ? Long.MAX_VALUE : entries.getFirst().atNanos + config.maxAge().toNanos();
    }

    /** Until nothing happens any more: who waits gets what there is. */
    void settle() {
        serve();
        while (!publishers.isEmpty()) {
            Publisher first = publishers.getFirst();
            String status = tryPublish(first.text, first.length);
            if (!status.equals("PUBLISHED")) {
                return;
            }
            publishers.removeFirst();
            log.add("publisher " + first.id + " " + status);
            serve();
        }
    }

    private void serve() {
        for (Reader reader : List.copyOf(line)) {
            if (reader.unread.isEmpty()) {
                continue;
            }
            while (!reader.waits.isEmpty() && !reader.unread.isEmpty()) {
                Wait innermost = reader.waits.pop();
                ends(innermost, innermost.reads ? take(reader) : "ready");
            }
            if (reader.isToBeTold && !reader.unread.isEmpty()) {
                log.add("handler " + reader.id);
                reader.isToBeTold = false;
            }
            line.removeIf(each -> !each.isInLine());
        }
    }

    private void ends(Wait wait, String how) {
        log.add("wait " + wait.number + " " + how);
    }

    // ---- reading ----

    boolean subscribe(int id, int mostBytes) {
        expire();
        if (readers.size() >= config.maxSubscribers()) {
            return false;
        }
        var reader = new Reader(id, mostBytes);
        readers.put(id, reader);
        if (config.retainsLatest() && !entries.isEmpty() && entries.getLast().number == next - 1) {
            reader.unread.add(entries.getLast());
        }
        return true;
    }

    void unsubscribe(int id) {
        Reader left = readers.remove(id);
        line.remove(left);
        left.waits.forEach(wait -> ends(wait, wait.reads ? "NOT_SUBSCRIBED" : "ready"));
        tidy();
        settle();
    }

    /** @return the entry, or null */
    @Nullable String read(int id) {
        expire();
        String got = take(readers.get(id));
        settle();
        return got;
    }

    private @Nullable String take(Reader reader) {
        if (reader.unread.isEmpty()) {
            if (reader.isHandler) {
                enter(reader, () -> reader.isToBeTold = true);
            }
            return null;
        }
        Published entry = reader.unread.removeFirst();
        int length = Math.min(entry.length, reader.mostBytes);
        String got = entry.number + entry.text.substring(0, length) + "/" + entry.text + " missed " + reader.missed
                + (length < entry.length ? " truncated" : "");
        reader.missed = 0;
        readCount++;
        Set<Integer> all = readBy.computeIfAbsent(entry, nobody -> new HashSet<>());
        all.add(reader.id);
        if (all.size() == config.consumeAfter()) {
            entries.remove(entry);
            readers.values().forEach(other -> other.unread.remove(entry));
        }
        tidy();
        return got;
    }

    boolean hasNext(int id) {
        expire();
        return !readers.get(id).unread.isEmpty();
    }

    void await(int id, int number, boolean reads) {
        Reader reader = readers.get(id);
        enter(reader, () -> reader.waits.push(new Wait(number, reads)));
    }

    boolean stopWaiting(int id, int number) {
        boolean wasWaiting = readers.get(id).waits.removeIf(wait -> wait.number == number);
        line.removeIf(each -> !each.isInLine());
        return wasWaiting;
    }

    boolean stopWaiting(int id) {
        boolean wasWaiting = !readers.get(id).waits.isEmpty();
        readers.get(id).waits.clear();
        line.removeIf(each -> !each.isInLine());
        return wasWaiting;
    }

    int waits(int id) {
        return readers.get(id).waits.size();
    }

    /** Whether the innermost wait is a read, so that its reader can do nothing else. */
    boolean isReading(int id) {
        Wait innermost = readers.get(id).waits.peek();
        return innermost != null && innermost.reads;
    }

    void tell(int id) {
        expire();
        Reader reader = readers.get(id);
        reader.isHandler = true;
        enter(reader, () -> reader.isToBeTold = true);
        serve();
    }

    private void enter(Reader reader, Runnable change) {
        boolean wasInLine = reader.isInLine();
        change.run();
        if (!wasInLine) {
            line.add(reader);
        }
    }

    // ---- the end ----

    void close() {
        publishers.forEach(each -> log.add("publisher " + each.id + " CLOSED"));
        for (Reader reader : line) {
            reader.waits.forEach(wait -> ends(wait, wait.reads ? "CLOSED" : "ready"));
            if (reader.isToBeTold) {
                log.add("handler " + reader.id);
            }
        }
        publishers.clear();
        line.clear();
        readers.clear();
        entries.clear();
    }

    BusStats stats() {
        return new BusStats(config.name(), readers.size(), entries.size(), published, readCount, evicted, expired,
                missed, publishers.size(), line.size());
    }
}
