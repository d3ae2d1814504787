package io.hiveactor.runtime;

import io.hiveactor.runtime.diagnosis.PoolView;
import io.hiveactor.runtime.waiting.WaitList;
import io.hiveactor.runtime.waiting.Waiter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The fixed set of message slots of one hive: what is shared of it. Each shard has a {@link SlotCache} besides.
 *
 * <p><b>Threads:</b> any thread; a cache that is passed in must be the caller's own.
 */
final class MessagePool extends PoolState.Padded {
    /*
     * `messages` slots are promised. Each cache may have `most` slots that nobody else can reach, so as many
     * are added on top: whoever finds neither his cache nor the shared list able to give a slot knows that at
     * least the promised number is in use. The last `reserved` slots of the shared list are for the runtime's
     * own messages.
     *
     * Who finds no slot may wait in `waiters`. While somebody does, nobody takes from a cache, and freed slots go to
     * the shared list, where the first in line is granted what he wants before anybody else can see it. While only
     * threads outside wait, a shard may gather what it frees in its cache for a short while (Shard.mayGather): what is
     * gathered are slots on top. So is a slot that a release puts into a cache because it saw no waiter.
     *
     * Invariants
     *  - a slot is in exactly one place: the shared list, one cache, granted, or in use
     *  - user messages leave at least `reserved` slots in the shared list
     *  - after every serve(): the first waiter wants more slots than there are above the reserve
     *
     * All that is shared changes under a spin lock, held for as long as it takes to move the slots of a cache: nothing
     * parks or allocates there. Callers of what is not a leaf make sure of their stack before.
     */
    /** Twice what an actor sends before its neighbours run: so most of them find what they need, and need give nothing back. */
    private static final int MOST_CACHED = 128;
    private static final int MOST_CACHED_OF_FEW = 64;
    private static final int MOST_GATHERED = 1024;
    private static final int MOST_OUTSIDE = 128;
    private static final VarHandle LOCKED;

    static {
        try {
            LOCKED = MethodHandles.lookup().findVarHandle(PoolState.class, "locked", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The bytes of all slots. */
    final MemorySegment slab;

    /** All slots. Lists of slots hold their indices here. */
    final Envelope[] all;

    /** What threads outside claim from. */
    final OutsideSlots outside;

    private final int reserved;
    private final int maxPayload;
    private final int total;
    private final int cacheLimit;
    private final int mostGathered;

    private final FreeSlots free;

    /** Shards with a tick that found no slot; guarded by the lock. */
    private final Shard[] hungry;
    private int hungryCount;
    /** How many of the waiters are actors or buses; guarded by the lock. */
    private int urgentWaiters;

    private final WaitList waiters;
    final Pressure pressure = new Pressure();

    /** @param exact caches keep nothing, so that exactly the promised number can be in use */
    MessagePool(HiveConfig config, boolean exact) {
        this(config, exact, exact ? 1 : OutsideSlots.count());
    }

    /** @param outsideCaches how many there are for threads outside, a power of two */
    MessagePool(HiveConfig config, boolean exact, int outsideCaches) {
        reserved = config.reservedMessages();
        maxPayload = config.maxPayload();
        int shards = config.shards();
        int eighth = exact ? 0 : config.messages() / 8;
        int ofFew = Math.min(MOST_CACHED_OF_FEW, 2 * eighth / shards);
        mostGathered = Math.max(ofFew, Math.min(MOST_GATHERED, eighth / shards));
        cacheLimit = Math.min(MOST_CACHED, mostGathered);
        int outsideLimit = Math.min(MOST_OUTSIDE, eighth / outsideCaches);
        total = config.messages() + shards * mostGathered + outsideCaches * outsideLimit;
        outside = new OutsideSlots(this, outsideCaches, outsideLimit);
        hungry = new Shard[shards];
        waiters = config.waiterOrder().newList(config.fairness());
        slab = Arena.ofAuto().allocate((long) total * maxPayload, Long.BYTES);
        all = new Envelope[total];
        for (int i = 0; i < total; i++) {
            all[i] = new Envelope(slab, i, maxPayload);
        }
        free = new FreeSlots(total);
        tryEachWayToCopy();
        tryEachWayToClaim();
    }

    /** So that each place which works on a variable through a handle is linked before it matters, see EngineClasses. */
    private void tryEachWayToClaim() {
        boolean isIdle = serve(null) == null && !hasWaitersByNow() && !isPressed() && !isUrgent();
        boolean claims = putBack(claim());
        claims &= putBack(outside.claim());
        outside.flush();
        if (!isIdle || !claims) {
            throw new IllegalStateException("a new pool has neither waiters nor lack of slots");
        }
    }

    private boolean putBack(@Nullable Envelope claimed) {
        if (claimed != null) {
            giveBack(claimed);
        }
        return claimed != null;
    }

    /** So that the JDK initialises them here: at the end of a stack that would fail, and then for good. */
    private void tryEachWayToCopy() {
        for (int size = 1; size <= Math.min(maxPayload, 1024); size *= 2) {
            all[0].copyIn(MemorySegment.ofArray(new byte[size]));
        }
    }

    /** As it is now; about, while others change it. */
    PoolView view() {
        return new PoolView(total, free.size, reserved, outside.size(), pressure.waiters());
    }

    /** How many slots users' messages can ever have at once. */
    int mostForUsers() {
        return total - reserved;
    }

    int maxPayload() {
        return maxPayload;
    }

    SlotCache newCache() {
        return new SlotCache(cacheLimit, mostGathered, cacheLimit / 2 + 1);
    }

    /** Slots outside the shared list: in use, or in a cache. */
    int taken() {
        return total - free.size;
    }

    /**
     * Makes sure that a cache has a slot for a user's message, and fills it up if it is empty.
     *
     * @return false if there is none, or if others wait for one
     */
    boolean refill(SlotCache cache) {
        lock();
        boolean mayTake = waiterCount == 0;
        int count = mayTake && cache.size == 0 ? Math.min(free.size - reserved, cache.refill) : 0;
        for (int i = count - 1; i >= 0; i--) { // the last one is used first: so they are used in order
            cache.slots[i] = free.take();
            cache.size++;
        }
        mayTake &= cache.size > 0;
        locked = false;
        return mayTake;
    }

    /** A slot for a user's message from outside the shards. */
    @Nullable Envelope claim() {
        return claim(reserved, false);
    }

    /** A slot for a message of the runtime's own. */
    @Nullable Envelope claimReserved() {
        return claim(0, true);
    }

    private @Nullable Envelope claim(int left, boolean beforeWaiters) {
        lock();
        Envelope slot = null;
        if (free.size > left && (beforeWaiters || waiterCount == 0)) {
            slot = all[free.take()];
        }
        locked = false;
        return slot;
    }

    /**
     * Takes a slot back, and half of a full cache with it; all of it while somebody wants slots. At the end of a stack it
     * does not happen: what it calls, it calls before it changes anything.
     *
     * @return whether somebody wants slots: {@link #serve} has to follow
     */
    boolean giveBack(Envelope slot, SlotCache cache) {
        FreeSlots list = free;
        boolean wasPressed = pressure.isAny();
        int half = cache.limit - cache.limit / 2;
        slot.object = null;
        forgetObjects(cache, wasPressed ? 0 : half); // a call, so not with the lock held
        lock();
        boolean isPressed = hungryCount > 0 || waiterCount > 0;
        int keep = isPressed && wasPressed ? 0 : half; // the rest goes back with the next turn
        cache.slots[cache.size] = slot.index;
        cache.size++;
        while (cache.size > keep) {
            cache.size--;
            int index = cache.slots[cache.size];
            int word = index / Long.SIZE; // list.put(index), but for the call
            long had = list.bits[word];
            if (had == 0) {
                list.words[list.wordCount] = word;
                list.wordCount++;
            }
            list.bits[word] = had | 1L << index;
            list.size++;
        }
        locked = false;
        return isPressed;
    }

    /** Takes a slot back from outside the shards; {@link #serve} has to follow if {@link #isPressed()}. */
    void giveBack(Envelope slot) {
        lock();
        slot.object = null;
        free.put(slot.index);
        locked = false;
    }

    /** Takes back what a cache has above so many slots. */
    void flush(SlotCache cache, int keep) {
        forgetObjects(cache, keep);
        lock();
        while (cache.size > keep) {
            cache.size--;
            free.put(cache.slots[cache.size]);
        }
        locked = false;
    }

    /**
     * Lets go of the users' objects in free slots. A busy shard leaves them there, because who sends the same object
     * again then need not store it; nobody else gets to see such a slot.
     *
     * @param from the first of them in the cache
     */
    void forgetObjects(SlotCache cache, int from) {
        for (int i = from; i < cache.size; i++) {
            Envelope slot = all[cache.slots[i]];
            if (slot.object != null) {
                slot.object = null;
            }
        }
    }

    // ---- waiting for slots ----

    /** Whether somebody, a waiter or a tick, wants slots. While it does, caches give everything back. */
    boolean isPressed() {
        return pressure.isAny();
    }

    /** Whether fewer than half of the slots are free, so that what one actor sends may leave too few for another. */
    boolean isScarce() {
        return isPressed() || 2 * free.size < total;
    }

    /** Whether actors or ticks are among those who want slots. */
    boolean isUrgent() {
        return pressure.isUrgent();
    }

    // for who counts slots, while nobody changes anything

    boolean isFree(int slot) {
        return free.has(slot);
    }

    @Nullable SendWaiter firstWaiter() {
        return (SendWaiter) waiters.first();
    }

    int waiting() {
        return pressure.waiters();
    }

    /** Whether somebody waits, who goes before whoever comes now. */
    boolean hasWaiters() {
        return pressure.hasWaiters();
    }

    /**
     * For the end of an actor, which must not miss somebody who has queued to send to it: one is gone and then looks for
     * waiters, the other queues and then looks whether it is gone.
     */
    boolean hasWaitersByNow() {
        return pressure.hasWaitersByNow();
    }

    /**
     * Claims what a waiter wants, or puts it in the line. A waiter's target is among those told of its end.
     *
     * @param cache the caller's own, whose slots are given back first; null outside the shards
     * @return whether it has its slots
     */
    boolean claimOrQueue(SendWaiter waiter, @Nullable SlotCache cache) {
        if (cache != null) {
            forgetObjects(cache, 0);
        }
        lock();
        while (cache != null && cache.size > 0) {
            cache.size--;
            free.put(cache.slots[cache.size]);
        }
        waiters.add(waiter); // others may wait, who want more and come behind
        boolean isServed = waiters.first() == waiter && free.size - reserved >= waiter.wants;
        if (isServed) {
            take(waiter);
            waiters.grant(waiter); // which may skip others
            waiter.reset();
        } else {
            linkToTarget(waiter);
            countWaiters();
        }
        locked = false;
        return isServed;
    }

    /**
     * Grants slots to those whose turn it is, as far as there are any.
     *
     * @param waker the shard that the caller runs on; null outside
     * @return whom the caller has to wake, by {@link SendWaiter#wakeAll}
     */
    @Nullable SendWaiter serve(@Nullable Shard waker) {
        SendWaiter last = null;
        lock();
        SendWaiter first = (SendWaiter) waiters.first();
        while (first != null && free.size - reserved >= first.wants) {
            take(first);
            unlinkFromTarget(first);
            waiters.grant(first);
            last = SendWaiter.toBeWoken(last, first, waker);
            first = (SendWaiter) waiters.first();
        }
        countWaiters();
        locked = false;
        return last;
    }

    /**
     * Ends the wait of a waiter, however it stands; {@link #serve} has to follow, for those behind it may want less.
     *
     * @return whether it had been granted its slots, which are the caller's now
     */
    boolean leave(SendWaiter waiter) {
        lock();
        if (waiter.isQueued()) {
            unlinkFromTarget(waiter);
            waiters.remove(waiter);
            countWaiters();
        }
        boolean isGranted = waiter.state() == Waiter.GRANTED;
        waiter.reset();
        locked = false;
        return isGranted;
    }

    /**
     * Ends the waits of all who want to send to somebody who is gone; {@link #serve} has to follow.
     *
     * @return whom the caller has to wake
     */
    @Nullable SendWaiter closeWaitsFor(Recipient gone, @Nullable Shard waker) {
        SendWaiter last = null;
        lock();
        SendWaiter waiter = gone.waitingSender;
        while (waiter != null && waiter.behindToSame != null) {
            waiter = waiter.behindToSame;
        }
        while (waiter != null) { // the first who came first: in a seat, they go on to the next one in it
            SendWaiter after = waiter.beforeToSame;
            unlinkFromTarget(waiter);
            waiters.close(waiter);
            last = SendWaiter.toBeWoken(last, waiter, waker);
            waiter = after;
        }
        countWaiters();
        locked = false;
        return last;
    }

    private void take(SendWaiter waiter) {
        waiter.slot = free.take();
        if (waiter.wants > 1) {
            waiter.answer = free.take();
        }
    }

    private void linkToTarget(SendWaiter waiter) {
        if (!waiter.isExternal()) {
            urgentWaiters++;
        }
        Recipient target = waiter.target;
        if (target == null) {
            return; // a bus
        }
        SendWaiter behind = target.waitingSender;
        waiter.behindToSame = behind;
        if (behind != null) {
            behind.beforeToSame = waiter;
        }
        target.waitingSender = waiter;
    }

    private void unlinkFromTarget(SendWaiter waiter) {
        if (!waiter.isExternal()) {
            urgentWaiters--;
        }
        SendWaiter before = waiter.beforeToSame;
        SendWaiter behind = waiter.behindToSame;
        if (before != null) {
            before.behindToSame = behind;
        } else if (waiter.target != null) {
            waiter.target.waitingSender = behind;
        }
        if (behind != null) {
            behind.beforeToSame = before;
        }
        waiter.beforeToSame = null;
        waiter.behindToSame = null;
    }

    private void countWaiters() {
        waiterCount = waiters.size();
        pressure.become(waiterCount, urgentWaiters, hungryCount);
    }

    // ---- ticks that wait for slots ----

    /** Asks that a shard be woken when there are slots again. */
    void hunger(Shard shard) {
        lock();
        boolean known = false;
        for (int i = 0; i < hungryCount; i++) {
            known |= hungry[i] == shard;
        }
        if (!known) {
            int count = hungryCount;
            hungry[count] = shard;
            hungryCount = count + 1;
            countWaiters();
        }
        locked = false;
    }

    /** Wakes the shards that asked for slots, if there are any. */
    void feed() {
        if (free.size == 0 || hungryCount == 0) {
            return;
        }
        Shard[] fed = new Shard[hungry.length];
        lock();
        int count = hungryCount;
        for (int i = 0; i < count; i++) {
            fed[i] = hungry[i];
        }
        hungryCount = 0;
        countWaiters();
        locked = false;
        for (int i = 0; i < count; i++) {
            fed[i].push(new Nudge());
        }
    }

    private void lock() {
        while (!LOCKED.compareAndSet(this, false, true)) {
            Thread.onSpinWait();
        }
    }
}
