package io.hiveactor.bus;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.bus.BusConfig.WhenFull;
import io.hiveactor.runtime.port.PoolSlot;
import io.hiveactor.runtime.port.ShardSlots;
import io.hiveactor.runtime.port.Timeouts;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a bus, who reads them, and who waits. A state machine: it never blocks, and the call that ends a wait says so
 * to whoever waits.
 *
 * <p><b>Threads:</b> owner only, the shard of the bus.
 */
final class Ring {
    /*
     * Entries are numbered; entry n lies at n & mask. Those from `head` to `next` may be there, and one that is not has no
     * slot: it was consumed, or read by all.
     *
     * Invariants
     *  - next - head <= capacity
     *  - unread[i] is the number of cursors that have yet to read the entry at i
     *  - an entry is kept while somebody has yet to read it, or while it is the latest and that is retained
     *  - nobody waits for an entry that is there for him, and no publisher for room that is there: whoever frees room
     *    admits the first in line, whoever adds an entry serves who waits
     */
    private final BusConfig config;
    private final ShardSlots slots;
    private final LongSupplier clock;
    private final BusEvents events;
    private final int maxBytes;
    private final long maxAgeNanos;
    private final int mask;
    private final @Nullable PoolSlot[] kept;
    private final int[] unread;
    private final int[] reads;
    private final long[] publishedNanos;
    private long head;
    private long next;
    private boolean isClosed;
    private boolean isAdmitting;

    private final List<Cursor> cursors = new ArrayList<>();
    private final CursorLine waiting = new CursorLine();
    private final PublishLine publishers = new PublishLine();
    private final Counts counts = new Counts();

    Ring(BusConfig config, ShardSlots slots, LongSupplier clock, BusEvents events) {
        this.config = config;
        this.slots = slots;
        this.clock = clock;
        this.events = events;
        maxBytes = config.maxBytes() == 0 ? slots.maxPayload() : Math.min(config.maxBytes(), slots.maxPayload());
        maxAgeNanos = Timeouts.nanos(config.maxAge());
        int size = Integer.highestOneBit(Math.max(1, config.capacity() * 2 - 1));
        mask = size - 1;
        kept = new @Nullable PoolSlot[size];
        unread = new int[size];
        reads = new int[size];
        publishedNanos = new long[maxAgeNanos == 0 ? 0 : size];
    }

    /** Of an entry. <b>Threads:</b> any thread. */
    int maxBytes() {
        return maxBytes;
    }

    // ---- publishing ----

    /** Publishes now, or tells why not. */
    PublishStatus publish(@Nullable Object object, MemorySegment bytes) {
        if (isClosed) {
            return PublishStatus.CLOSED;
        }
        if (bytes.byteSize() > maxBytes) {
            return PublishStatus.TOO_LARGE;
        }
        expire();
        PublishStatus status = publishers.isEmpty() ? tryPublish(object, bytes) : PublishStatus.WOULD_BLOCK;
        if (status == PublishStatus.PUBLISHED) {
            serve();
        }
        return status;
    }

    /** Has a publisher wait for room. */
    void await(AwaitingRoom publisher) {
        publishers.add(publisher);
    }

    /** False if it does not wait any more. */
    boolean leave(AwaitingRoom publisher) {
        boolean wasFirst = publishers.first() == publisher;
        boolean hasLeft = publishers.remove(publisher);
        if (hasLeft && wasFirst) {
            admit();
        }
        return hasLeft;
    }

    private PublishStatus tryPublish(@Nullable Object object, MemorySegment bytes) {
        if (cursors.isEmpty() && !config.retainsLatest()) {
            events.published(next, 0);
            next++; // nobody will ever read it
            head = next;
            counts.published++;
            return PublishStatus.PUBLISHED;
        }
        skipGone();
        boolean isFull = next - head >= config.capacity();
        if (isFull && config.whenFull() == WhenFull.WAIT && unread[at(head)] > 0) {
            return PublishStatus.WOULD_BLOCK;
        }
        PoolSlot slot = isFull ? evictFirst() : slots.claim();
        if (slot == null) {
            return PublishStatus.NO_MEMORY;
        }
        slot.keep(object, bytes);
        append(slot);
        return PublishStatus.PUBLISHED;
    }

    private void append(PoolSlot slot) {
        int i = at(next);
        kept[i] = slot;
        unread[i] = cursors.size();
        reads[i] = 0;
        if (maxAgeNanos != 0) {
            publishedNanos[i] = clock.getAsLong();
        }
        counts.published++;
        events.published(next, cursors.size());
        next++;
        long before = next - 2;
        if (config.retainsLatest() && before >= head && unread[at(before)] == 0) {
            free(before); // it was kept as the latest
        }
    }

    /** Takes the slot of the oldest entry, which is lost to those who have not read it. */
    private PoolSlot evictFirst() {
        long lost = head;
        PoolSlot slot = Objects.requireNonNull(kept[at(lost)], "the first entry of a full ring is there");
        kept[at(lost)] = null;
        head++;
        if (unread[at(lost)] > 0) {
            counts.evicted++;
            events.evicted(lost);
            missedBy(lost);
        }
        return slot;
    }

    private void missedBy(long lost) {
        for (int i = 0; i < cursors.size(); i++) {
            Cursor cursor = cursors.get(i);
            if (cursor.next <= lost) {
                cursor.missed++;
                counts.missed++;
                events.missed(cursor, lost);
            }
        }
    }

    /** An entry has come, or the end: who waits is told. */
    private void serve() {
        for (Cursor cursor = waiting.takeAll(); cursor != null; ) {
            Cursor behind = cursor.unlink();
            if (isClosed || hasEntry(cursor)) {
                serve(cursor);
            } else {
                waiting.add(cursor); // those before it have consumed the entry
            }
            cursor = behind;
        }
    }

    private void serve(Cursor cursor) {
        Awaiting who = cursor.awaiting;
        boolean isToBeTold = cursor.isToBeTold;
        cursor.awaiting = null;
        cursor.isToBeTold = false;
        if (who != null) {
            who.available();
        }
        if (isToBeTold) {
            tell(cursor); // of what the wait has left
        }
    }

    /** Room has come: the publishers get it, in the order in which they wait. */
    private void admit() {
        if (isAdmitting || publishers.isEmpty()) {
            return; // a reader that is being served may make room: the next publisher has it when all are served
        }
        isAdmitting = true;
        try {
            AwaitingRoom first = publishers.first();
            while (first != null && !isClosed) {
                PublishStatus status = tryPublish(first.object(), first.bytes());
                if (status == PublishStatus.WOULD_BLOCK) {
                    return;
                }
                publishers.remove(first);
                first.endsWith(status);
                serve();
                first = publishers.first();
            }
        } finally {
            isAdmitting = false;
        }
    }

    // ---- reading ----

    /** A new reader, at the end; or at the latest entry, if that is retained. False if there is no place for another. */
    boolean subscribe(Cursor cursor) {
        expire();
        if (cursors.size() >= config.maxSubscribers()) {
            return false;
        }
        cursor.next = next;
        cursor.isSubscribed = true;
        cursors.add(cursor);
        long latest = next - 1;
        if (config.retainsLatest() && latest >= head && kept[at(latest)] != null) {
            cursor.next = latest;
            unread[at(latest)]++;
        }
        return true;
    }

    /** Ends a reader: what only it had not read is gone. */
    void unsubscribe(Cursor cursor) {
        if (!cursors.remove(cursor)) {
            return;
        }
        cursor.isSubscribed = false;
        if (cursor.isInLine()) {
            waiting.remove(cursor);
            cursor.awaiting = null;
            cursor.isToBeTold = false;
        }
        for (long n = Math.max(cursor.next, head); n < next; n++) {
            if (kept[at(n)] != null) {
                unread[at(n)]--;
                freeIfRead(n);
            }
        }
        admit();
    }

    /** Whether a read would find an entry. */
    boolean hasNext(Cursor cursor) {
        expire();
        return hasEntry(cursor);
    }

    private boolean hasEntry(Cursor cursor) {
        return firstUnread(cursor) < next;
    }

    private long firstUnread(Cursor cursor) {
        long n = Math.max(cursor.next, head);
        while (n < next && kept[at(n)] == null) {
            n++; // consumed by others
        }
        return n;
    }

    /** Reads the next entry of a reader, if there is one. */
    <T> boolean read(Cursor cursor, Entry<T> into, int mostBytes) {
        expire();
        long n = firstUnread(cursor);
        cursor.next = n;
        if (n == next) {
            if (cursor.news != null) {
                isToBeTold(cursor); // it has read all, so it is told again
            }
            return false;
        }
        PoolSlot slot = Objects.requireNonNull(kept[at(n)], "an unread entry");
        fill(into, slot, n, cursor.missed, mostBytes);
        cursor.next = n + 1;
        cursor.missed = 0;
        counts.reads++;
        unread[at(n)]--;
        reads[at(n)]++;
        if (reads[at(n)] == config.consumeAfter()) {
            free(n);
        } else {
            freeIfRead(n);
        }
        admit();
        return true;
    }

    @SuppressWarnings("unchecked") // a bus of objects of this type is only published to with those
    private static <T> void fill(Entry<T> into, PoolSlot slot, long n, long missed, int mostBytes) {
        int length = Math.min(slot.length(), mostBytes);
        if (length > 0) {
            slot.copyOut(into.roomFor(length), length);
        }
        into.become((T) slot.object(), length, n, missed, length < slot.length());
    }

    /** Has a handler told of the entries of a reader. @return whether there is one now */
    boolean tells(Cursor cursor, Awaiting news) {
        cursor.news = news;
        expire();
        return tell(cursor);
    }

    /** Tells a handler of its entries; if there are none, as soon as there are. @return whether there are */
    @CanIgnoreReturnValue
    private boolean tell(Cursor cursor) {
        boolean isNow = isClosed || hasEntry(cursor);
        if (isNow) {
            Objects.requireNonNull(cursor.news, "who is told").available();
        } else {
            isToBeTold(cursor);
        }
        return isNow;
    }

    private void isToBeTold(Cursor cursor) {
        if (!cursor.isInLine()) {
            waiting.add(cursor);
        }
        cursor.isToBeTold = true;
    }

    /** Has somebody told, once, when there is an entry for a reader, who has none now. */
    void await(Cursor cursor, Awaiting who) {
        if (!cursor.isInLine()) {
            waiting.add(cursor);
        }
        cursor.awaiting = who;
    }

    /** False if nobody waits there any more. */
    @CanIgnoreReturnValue
    boolean stopWaiting(Cursor cursor) {
        if (cursor.awaiting == null) {
            return false;
        }
        cursor.awaiting = null;
        if (!cursor.isInLine()) {
            waiting.remove(cursor);
        }
        return true;
    }

    // ---- entries that go ----

    private void freeIfRead(long n) {
        boolean isRetained = config.retainsLatest() && n == next - 1;
        if (unread[at(n)] == 0 && !isRetained) {
            free(n);
        }
    }

    private void free(long n) {
        PoolSlot slot = kept[at(n)];
        if (slot != null) {
            kept[at(n)] = null;
            slots.release(slot);
        }
        if (n == head) {
            skipGone();
        }
    }

    private void skipGone() {
        while (head < next && kept[at(head)] == null) {
            head++;
        }
    }

    /** Entries that are too old go. */
    void expire() {
        if (maxAgeNanos == 0 || head == next) {
            return;
        }
        long now = clock.getAsLong();
        boolean hasRoom = false;
        while (head < next && (kept[at(head)] == null || now - publishedNanos[at(head)] >= maxAgeNanos)) {
            if (kept[at(head)] != null) {
                counts.expired++;
                missedBy(head);
                free(head);
                hasRoom = true;
            } else {
                head++;
            }
        }
        if (hasRoom) {
            admit();
        }
    }

    /** When the oldest entry will be too old; {@link Timeouts#FOREVER} if none ever is. */
    long nextExpiry() {
        if (maxAgeNanos == 0 || head == next) {
            return Timeouts.FOREVER;
        }
        long at = publishedNanos[at(head)] + maxAgeNanos;
        return at < 0 ? Timeouts.FOREVER : at; // beyond the end of time
    }

    // ---- the end ----

    boolean isClosed() {
        return isClosed;
    }

    int subscribers() {
        return cursors.size();
    }

    /** Everybody who waits is told, and every slot goes back. */
    void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        for (AwaitingRoom first = publishers.first(); first != null; first = publishers.first()) {
            publishers.remove(first);
            first.endsWith(PublishStatus.CLOSED);
        }
        serve(); // who waits finds it closed
        cursors.forEach(cursor -> cursor.isSubscribed = false);
        cursors.clear();
        for (long n = head; n < next; n++) {
            free(n);
        }
        head = next;
    }

    BusStats stats() {
        long entries = 0;
        for (long n = head; n < next; n++) {
            entries += kept[at(n)] == null ? 0 : 1;
        }
        return new BusStats(config.name(), cursors.size(), entries, counts.published, counts.reads, counts.evicted,
                counts.expired, counts.missed, publishers.size(), waiting.size());
    }

    private int at(long n) {
        return (int) n & mask;
    }

    /** What has happened. */
    private static final class Counts {
        long published;
        long reads;
        long evicted;
        long expired;
        long missed;
    }
}
