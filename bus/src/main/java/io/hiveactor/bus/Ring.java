package io.hiveactor.bus;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.bus.BusConfig.WhenFull;
import io.hiveactor.runtime.port.ShardSlots;
import io.hiveactor.runtime.port.Timeouts;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
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
     * Invariants
     *  - of each entry it is known how many cursors have yet to read it
     *  - an entry is kept while somebody has yet to read it, or while it is the latest and that is retained
     *  - nobody waits for an entry that is there for him, and no publisher for room that is there: whoever frees room
     *    admits the first in line, whoever adds an entry serves who waits
     *  - awaitsSlot: there is room for the first in line, and the ring stands for it in the pool's line for slots. If
     *    it leaves, the next one inherits that place
     *
     * Publishers elsewhere ask the first time. Then the ring is shared: they bring entries without asking, as many as they have
     * credit for (see Places). Nobody has credit while a publisher is in line.
     */
    private final String name;
    private final int maxSubscribers;
    private final int maxBytes;
    private final int consumeAfter;
    private final boolean retainsLatest;
    private final boolean waitsWhenFull;
    private final long maxAgeNanos;
    private final LongSupplier clock;
    private final BusEvents events;
    private final Entries entries;
    private final Places places;
    private final boolean canBeShared;
    private boolean isClosed;
    private boolean isAdmitting;
    private boolean awaitsSlot;

    /** In any order; each knows its index. */
    private final List<Cursor> cursors = new ArrayList<>();
    /** Who has read the retained entry and unsubscribed, if it counts how many do: fewer than may read it. */
    private final Set<Object> formerReaders = new HashSet<>();
    private final CursorLine waiting = new CursorLine();
    private final PublishLine publishers = new PublishLine();
    private final List<Awaiting> untilClosed = new ArrayList<>(0);

    // what has happened
    private long published;
    private long reads;
    private long evicted;
    private long expired;
    private long missed;
    /** Entries that were on their way when it was closed. */
    private long cameTooLate;

    Ring(BusConfig config, ShardSlots slots, LongSupplier clock, BusEvents events) {
        this.clock = clock;
        this.events = events;
        name = config.name();
        maxSubscribers = config.maxSubscribers();
        maxBytes = config.maxBytes() == 0 ? slots.maxPayload() : Math.min(config.maxBytes(), slots.maxPayload());
        consumeAfter = config.consumeAfter();
        retainsLatest = config.retainsLatest();
        waitsWhenFull = config.whenFull() == WhenFull.WAIT;
        maxAgeNanos = Timeouts.nanos(config.maxAge());
        entries = new Entries(config.capacity(), slots);
        places = new Places(config.capacity(), waitsWhenFull);
        canBeShared = !(waitsWhenFull && retainsLatest && config.capacity() == 1); // there a new entry needs no place of its own
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
        PublishStatus status = publishers.isEmpty() ? tryPublish(object, bytes) : behindOthers();
        if (status == PublishStatus.PUBLISHED && !waiting.isEmpty()) {
            serve();
        }
        return status;
    }

    private PublishStatus behindOthers() {
        return awaitsSlot ? PublishStatus.NO_MEMORY : PublishStatus.WOULD_BLOCK;
    }

    /** Has a publisher wait for room, or for a slot. */
    void await(AwaitingRoom publisher) {
        publishers.add(publisher);
        admit(); // the first in line joins the pool's line, or gets a slot that the shard has at hand
    }

    /** False if it does not wait any more. */
    boolean leave(AwaitingRoom publisher) {
        boolean wasFirst = publishers.first() == publisher;
        boolean hasLeft = publishers.remove(publisher);
        if (hasLeft && wasFirst) {
            admit();
            if (publishers.isEmpty()) {
                stopAwaitingSlot();
            }
        }
        return hasLeft;
    }

    /** The pool has granted the slot that the first in line waits for. */
    void slotGranted() {
        expire();
        admit();
    }

    private void stopAwaitingSlot() {
        if (awaitsSlot) {
            awaitsSlot = false;
            entries.leaveQueue();
        }
    }

    private PublishStatus tryPublish(@Nullable Object object, MemorySegment bytes) {
        if (waitsWhenFull && places.isShared()) {
            return tryPublishShared(object, bytes);
        }
        if (isForNobody()) {
            skip();
            return PublishStatus.PUBLISHED;
        }
        Place place;
        if (!entries.isFull()) {
            place = entries.add(object, bytes);
        } else if (waitsWhenFull && entries.at(entries.head()).unread > 0) {
            return PublishStatus.WOULD_BLOCK;
        } else {
            MemorySegment sure = entries.sure(bytes); // before anything is lost for it
            firstIsEvicted();
            place = entries.replaceFirst(object, sure);
        }
        if (place == null) {
            return PublishStatus.NO_MEMORY;
        }
        isIn(place);
        return PublishStatus.PUBLISHED;
    }

    /** The same, where a place may be another's whose entry is on its way. */
    private PublishStatus tryPublishShared(@Nullable Object object, MemorySegment bytes) {
        places.count(entries.head());
        if (isForNobody()) {
            skip();
            places.skipped(entries.head());
            return PublishStatus.PUBLISHED;
        }
        if (!places.tryTake()) {
            return PublishStatus.WOULD_BLOCK;
        }
        Place place = null;
        try {
            place = entries.add(object, bytes);
        } finally {
            if (place == null) {
                places.giveBack();
            }
        }
        if (place == null) {
            return PublishStatus.NO_MEMORY;
        }
        isIn(place);
        return PublishStatus.PUBLISHED;
    }

    private boolean isForNobody() {
        return cursors.isEmpty() && !retainsLatest;
    }

    private void skip() {
        entries.skip(); // nobody will ever read it
        hasPublished();
    }

    /** An entry has its place. */
    private void isIn(Place place) {
        place.unread = cursors.size();
        place.reads = 0;
        if (maxAgeNanos != 0) {
            place.publishedNanos = clock.getAsLong();
        }
        hasPublished();
        if (retainsLatest) {
            freeFormerLatest();
            formerReaders.clear();
        }
    }

    // ---- entries from elsewhere ----

    /** For publishers elsewhere. <b>Threads:</b> any thread. */
    Credit credit() {
        return places.credit;
    }

    /** Publishers elsewhere need not ask any more, as long as there is room. */
    void share() {
        if (canBeShared && !places.isShared()) {
            places.share(entries.head(), entries.room());
        }
        if (places.isShared() && !isClosed && publishers.isEmpty()) {
            places.count(entries.head());
            places.lendAll();
        }
    }

    /** An entry has been brought, for which there was credit, with its bytes in its slot. */
    void arrived(int slot, @Nullable Object object, int length) {
        entries.adopt(slot);
        places.arrived();
        if (isClosed) {
            cameTooLate++;
            entries.giveUp(slot);
            return;
        }
        expire();
        if (isForNobody()) {
            entries.giveUp(slot);
            skip();
        } else {
            if (entries.isFull()) {
                makeRoom();
            }
            isIn(entries.put(slot, object, length));
        }
        if (!waiting.isEmpty()) {
            serve();
        }
        admit();
    }

    private void makeRoom() {
        if (waitsWhenFull) {
            throw new IllegalStateException("an entry was brought to a full ring, for which there was no credit");
        }
        firstIsEvicted();
        entries.free(entries.head());
    }

    private void hasPublished() {
        published++;
        events.published(entries.next() - 1, cursors.size());
    }

    private void freeFormerLatest() {
        long former = entries.next() - 2;
        if (former >= entries.head() && entries.at(former).unread == 0 && !entries.at(former).isEmpty()) {
            entries.free(former);
        }
    }

    /** The oldest entry is lost to those who have not read it. */
    private void firstIsEvicted() {
        long lost = entries.head();
        if (entries.at(lost).unread > 0) {
            evicted++;
            events.evicted(lost);
            missedBy(lost);
        }
    }

    private void missedBy(long lost) {
        for (int i = 0; i < cursors.size(); i++) {
            Cursor cursor = cursors.get(i);
            if (cursor.next <= lost) {
                cursor.missed++;
                missed++;
                events.missed(cursor, lost);
            }
        }
    }

    /** An entry has come, or the end: all readers that wait are served before the next publisher gets room. */
    private void serve() {
        boolean isWithinAdmission = isAdmitting;
        isAdmitting = true;
        try {
            serveInOrder();
        } finally {
            isAdmitting = isWithinAdmission;
        }
        if (!isWithinAdmission && !publishers.isEmpty()) {
            admit();
        }
    }

    private void serveInOrder() {
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

    /** The innermost wait has the entry first, and what it leaves is for those that it is within. */
    private void serve(Cursor cursor) {
        boolean isToBeTold = cursor.isToBeTold;
        cursor.isToBeTold = false;
        for (Awaiting identity = cursor.pop(); identity != null; ) {
            identity.available();
            Awaiting outer = cursor.awaiting; // or the same again, if that was not for it
            boolean isForOuter = outer != null && outer != identity && (isClosed || hasEntry(cursor));
            identity = isForOuter ? cursor.pop() : null;
        }
        if (isToBeTold) {
            tell(cursor); // of what the waits have left
        }
        keepInLine(cursor);
    }

    /** Who is to be told of its next entry is in line, and nobody else. */
    private void keepInLine(Cursor cursor) {
        if (cursor.isInLine != cursor.isAwaited()) {
            if (cursor.isInLine) {
                waiting.remove(cursor);
            } else {
                waiting.add(cursor);
            }
        }
    }

    /** Room has come: the publishers get it, in the order in which they wait. */
    private void admit() {
        if (isAdmitting) {
            return; // a reader that is being served may make room: the next publisher has it when all are served
        }
        if (publishers.isEmpty()) {
            if (places.isShared()) {
                places.count(entries.head());
                places.lend();
            }
            return;
        }
        isAdmitting = true;
        try {
            admitInOrder();
        } finally {
            isAdmitting = false;
        }
    }

    private void admitInOrder() {
        PublishStatus status = PublishStatus.PUBLISHED;
        AwaitingRoom first = publishers.first();
        while (first != null && !isClosed && status == PublishStatus.PUBLISHED) {
            status = tryPublishFirst(first);
            if (status == PublishStatus.PUBLISHED) {
                publishers.remove(first);
                first.endsWith(status);
                serve();
                first = publishers.first();
            }
        }
        if (status != PublishStatus.NO_MEMORY) {
            stopAwaitingSlot();
        }
    }

    /** Publishes for the first in line; NO_MEMORY if the ring waits for a slot now. */
    private PublishStatus tryPublishFirst(AwaitingRoom first) {
        PublishStatus status = tryPublish(first.object(), first.bytes());
        if (status != PublishStatus.NO_MEMORY) {
            return status;
        }
        int slot = entries.claimOrQueue(first.priority());
        awaitsSlot = slot == ShardSlots.NONE;
        if (awaitsSlot) {
            places.recall();
            return status;
        }
        if (waitsWhenFull && places.isShared()) {
            boolean hasPlace = places.tryTake();
            assert hasPlace : "there was one";
        }
        isIn(entries.put(slot, first.object(), first.bytes()));
        return PublishStatus.PUBLISHED;
    }

    // ---- reading ----

    /** A new reader, at the end; or at the latest entry, if that is retained. False if there is no place for another. */
    boolean subscribe(Cursor cursor) {
        expire();
        if (cursors.size() >= maxSubscribers) {
            return false;
        }
        cursor.next = entries.next();
        cursor.isSubscribed = true;
        cursor.index = cursors.size();
        cursors.add(cursor);
        if (hasRetained()) {
            long latest = entries.next() - 1;
            cursor.next = latest;
            entries.at(latest).unread++;
            cursor.readBefore = formerReaders.contains(cursor.reader) ? latest : Cursor.NONE;
        }
        return true;
    }

    /** Whether the latest entry is kept for whoever comes. */
    private boolean hasRetained() {
        long latest = entries.next() - 1;
        return retainsLatest && latest >= entries.head() && !entries.at(latest).isEmpty();
    }

    /** Ends a reader: what only it had not read is gone, and who waits there is told. */
    void unsubscribe(Cursor cursor) {
        if (!cursor.isSubscribed) {
            return;
        }
        removeFromCursors(cursor);
        cursor.isSubscribed = false;
        cursor.isToBeTold = false;
        for (Awaiting identity = cursor.pop(); identity != null; identity = cursor.pop()) {
            identity.available();
        }
        keepInLine(cursor);
        if (consumeAfter > 0 && cursor.reader != null && hasRetained() && cursor.next == entries.next()) {
            formerReaders.add(cursor.reader); // if it comes again it is still the same reader
        }
        for (long n = Math.max(cursor.next, entries.head()); n < entries.next(); n++) {
            Place place = entries.at(n);
            if (!place.isEmpty()) {
                place.unread--;
                if (place.unread == 0) {
                    freeUnlessRetained(n);
                }
            }
        }
        admit();
    }

    /** The last one takes its place: their order means nothing. */
    private void removeFromCursors(Cursor cursor) {
        Cursor last = cursors.removeLast();
        if (last != cursor) {
            cursors.set(cursor.index, last);
            last.index = cursor.index;
        }
    }

    /** Whether a read would find an entry. */
    boolean hasNext(Cursor cursor) {
        expire();
        return hasEntry(cursor);
    }

    private boolean hasEntry(Cursor cursor) {
        return entries.firstFrom(cursor.next) < entries.next();
    }

    /**
     * Whether a full ring may wait for this reader to read: nothing before the oldest entry holds anybody back. <b>Threads:</b> any
     * thread; roughly, while the shard goes on.
     */
    boolean isHeldBackBy(Cursor cursor) {
        return cursor.next <= entries.head();
    }

    /** Reads the next entry of a reader, if there is one. */
    <T> boolean read(Cursor cursor, Entry<T> into, int mostBytes) {
        expire();
        long n = entries.firstFrom(cursor.next);
        if (n == entries.next()) {
            cursor.next = n;
            if (cursor.news != null) {
                isToBeTold(cursor); // it has read all, so it is told again
            }
            return false;
        }
        Place place = entries.at(n);
        fill(into, place, n, cursor.missed, mostBytes);
        cursor.next = n + 1;
        cursor.missed = 0;
        reads++;
        place.unread--;
        if (n != cursor.readBefore) {
            place.reads++;
        }
        if (place.reads == consumeAfter) {
            entries.free(n);
        } else if (place.unread == 0) {
            freeUnlessRetained(n);
        }
        admit();
        return true;
    }

    @SuppressWarnings("unchecked") // a bus of objects of this type is only published to with those
    private <T> void fill(Entry<T> into, Place from, long n, long missedBefore, int mostBytes) {
        int length = Math.min(from.length, mostBytes);
        if (length > 0) {
            entries.copyOut(from, into.roomFor(length), length);
        }
        into.become((T) from.object, length, n, missedBefore, length < from.length);
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
        cursor.isToBeTold = true;
        keepInLine(cursor);
    }

    /** Has somebody told, once, when there is an entry for a reader, who has none now; before those who wait there already. */
    void await(Cursor cursor, Awaiting identity) {
        cursor.push(identity);
        keepInLine(cursor);
    }

    /** Ends one wait. False if it has ended. */
    @CanIgnoreReturnValue
    boolean stopWaiting(Cursor cursor, Awaiting identity) {
        boolean wasWaiting = cursor.remove(identity);
        keepInLine(cursor);
        return wasWaiting;
    }

    /** Ends all waits there, and tells nobody. False if there are none. */
    @CanIgnoreReturnValue
    boolean stopWaiting(Cursor cursor) {
        boolean wasWaiting = false;
        while (cursor.pop() != null) {
            wasWaiting = true;
        }
        keepInLine(cursor);
        return wasWaiting;
    }

    // ---- entries that go ----

    private void freeUnlessRetained(long n) {
        if (!retainsLatest || n != entries.next() - 1) {
            entries.free(n);
        }
    }

    /** Entries that are too old go. */
    void expire() {
        if (maxAgeNanos != 0 && !entries.isNone()) {
            expireUntil(clock.getAsLong());
        }
    }

    private void expireUntil(long nowNanos) {
        boolean hasRoom = false;
        while (!entries.isNone() && nowNanos - entries.at(entries.head()).publishedNanos >= maxAgeNanos) {
            expired++;
            missedBy(entries.head());
            entries.free(entries.head());
            hasRoom = true;
        }
        if (hasRoom) {
            admit();
        }
    }

    /** When the oldest entry will be too old; {@link Timeouts#FOREVER} if none ever is. */
    long nextExpiry() {
        if (maxAgeNanos == 0 || entries.isNone()) {
            return Timeouts.FOREVER;
        }
        long at = entries.at(entries.head()).publishedNanos + maxAgeNanos;
        return at < 0 ? Timeouts.FOREVER : at; // beyond the end of time
    }

    // ---- the end ----

    boolean isClosed() {
        return isClosed;
    }

    /** Has somebody told when it is closed. @return whether it is already */
    boolean awaitClose(Awaiting identity) {
        if (!isClosed) {
            untilClosed.add(identity);
        }
        return isClosed;
    }

    void stopAwaitingClose(Awaiting identity) {
        untilClosed.remove(identity);
    }

    /** How many are told when it is closed. */
    int awaitingClose() {
        return untilClosed.size();
    }

    int subscribers() {
        return cursors.size();
    }

    long cameTooLate() {
        return cameTooLate;
    }

    /** Everybody who waits is told, and every slot goes back. */
    void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        places.credit.close(); // before anybody is told
        for (AwaitingRoom first = publishers.first(); first != null; first = publishers.first()) {
            publishers.remove(first);
            first.endsWith(PublishStatus.CLOSED);
        }
        stopAwaitingSlot();
        serve(); // who waits finds it closed
        untilClosed.forEach(Awaiting::available);
        untilClosed.clear();
        cursors.forEach(cursor -> cursor.isSubscribed = false);
        cursors.clear();
        formerReaders.clear();
        entries.clear();
    }

    /** Payload bytes of all entries. */
    long bytes() {
        return entries.bytes();
    }

    BusStats stats() {
        return new BusStats(name, cursors.size(), entries.count(), published, reads, evicted, expired, missed,
                publishers.size(), waiting.size());
    }
}
