package io.hiveactor.runtime;

import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One actor's watch over one name.
 *
 * <p><b>Threads:</b> any thread may {@link #tell}, one at a time; the rest is the watcher's shard's.
 */
final class NameWatch extends Command implements Unread {
    /*
     * News waits here until the watcher's shard comes for it, and then in the watcher's mailbox. In both places the last
     * one is replaced when there are too many: who sleeps through many changes still learns how it stands.
     *
     * It is in the shard's inbox if and only if `news` is not empty: who adds the first one pushes it, and the shard takes
     * all of them after it has taken it out.
     */
    static final int MOST_UNREAD = 16;
    private static final NameChange[] NONE = {};

    final Actor watcher;
    final String name;

    private final AtomicReference<NameChange[]> news = new AtomicReference<>(NONE);

    /** Changes in the watcher's mailbox, and the last of them. */
    private int unread;

    private Envelope lastUnread = Envelope.NOWHERE;
    /** How many of the changes that are held back were made before it began. Guarded by the lock of the names. */
    int unheard;
    /** Its watcher still wants to be told. Written under the lock of the names. */
    volatile boolean isOpen = true;

    NameWatch(Actor watcher, String name) {
        this.watcher = watcher;
        this.name = name;
    }

    void tell(NameChange change) {
        NameChange[] before;
        NameChange[] after;
        do {
            before = Objects.requireNonNull(news.get());
            after = Arrays.copyOf(before, Math.min(before.length + 1, MOST_UNREAD));
            after[after.length - 1] = change;
        } while (!news.compareAndSet(before, after));
        if (before.length == 0) {
            watcher.home.push(this);
        }
    }

    @Override
    void arrive(Shard shard) {
        NameChange[] changes = Objects.requireNonNull(news.getAndSet(NONE));
        for (NameChange change : changes) {
            if (isOpen && !watcher.isGone()) {
                put(change, shard);
            }
        }
    }

    private void put(NameChange change, Shard shard) {
        if (unread == MOST_UNREAD) {
            lastUnread.object = change;
            lastUnread.sender = change.actor();
            watcher.changed(lastUnread);
            return;
        }
        Envelope place = shard.system.claim();
        place.fill(Envelope.NAME, change.actor(), 0, change, 0);
        place.key = this;
        unread++;
        lastUnread = place;
        watcher.accept(place, place.index);
    }

    @Override
    public void taken() {
        unread--;
    }
}
