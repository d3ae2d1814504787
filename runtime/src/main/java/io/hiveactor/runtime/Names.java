package io.hiveactor.runtime;

import io.hiveactor.runtime.fiber.StackRoom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The registered names of a hive's actors. A name belongs to one actor; an actor may have several, and they are
 * released when it ends. {@link ActorContext#watchName} reports when a name is registered or released.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class Names {
    /*
     * Changes are made, and watchers told of them, under one lock, so that everybody hears of them in their order. To look a
     * name up takes no lock. Every call that takes it makes sure of its stack before.
     *
     * An actor that ends gives up its names before its EXIT is sent, so that whoever reads that can use them; but by the
     * order of death the EXIT comes before the news that a name has gone. Therefore that news is held back in between,
     * and with it whatever happens to the name meanwhile.
     *
     * Invariant: an entry has an owner, a watch or a hold.
     */
    /** Maximum number of characters of a name. */
    public static final int MAX_LENGTH = 255;
    /** Maximum number of names of one actor. */
    public static final int MAX_PER_ACTOR = 1024;

    private final Hive hive;
    /** Not private for tests that hold it. */
    final ReentrantLock changing = new ReentrantLock();
    private final Map<String, Entry> entries = new ConcurrentHashMap<>();
    /** The names of each actor that has some, but for that of its seat. */
    private final Map<Recipient, Set<String>> ofActors = new HashMap<>();

    private final AtomicInteger size = new AtomicInteger();
    private final AtomicInteger watches = new AtomicInteger();

    Names(Hive hive) {
        this.hive = hive;
    }

    /**
     * Registers a name for an actor. An actor may register names only for itself; an external thread for any actor.
     *
     * @throws IllegalArgumentException if the name is empty or longer than {@link #MAX_LENGTH}, or if an actor calls
     *     this for another one
     */
    public RegisterStatus register(String name, ActorId actor) {
        StackRoom.require();
        Recipient owner = hive.recipient(actor);
        checkRight(name, owner);
        return give(name, owner);
    }

    private void checkRight(String name, Recipient owner) {
        if (hive.current() instanceof Actor caller && caller != owner && !caller.isErrand) {
            throw new IllegalArgumentException(caller.id + " cannot change the name " + name + " of " + owner.id
                    + ": an actor registers and unregisters its own names only");
        }
    }

    /** Gives an actor a name, on its behalf. */
    RegisterStatus give(String name, Recipient owner) {
        checkNew(name);
        if (owner.isGone()) {
            return RegisterStatus.NO_TARGET;
        }
        StackRoom.require();
        changing.lock();
        try {
            owner.hasName = true; // before we look: an actor that ends looks here after it is gone
            if (owner.isGoneByNow()) {
                return RegisterStatus.NO_TARGET;
            }
            Set<String> its = ofActors.get(owner);
            if (its == null) {
                its = new LinkedHashSet<>();
            }
            RegisterStatus status = take(name, owner.id, its.size());
            if (status == RegisterStatus.REGISTERED) {
                its.add(name);
                ofActors.put(owner, its);
            }
            return status;
        } finally {
            changing.unlock();
        }
    }

    /**
     * Releases a name of an actor. An actor may release only its own names; an external thread those of any actor.
     *
     * @return false if it was not this actor's, or is that of its {@link ReservedId}
     * @throws IllegalArgumentException if an actor calls this for another one
     */
    public boolean unregister(String name, ActorId owner) {
        check(name);
        StackRoom.require();
        Recipient known = hive.recipient(owner);
        checkRight(name, known);
        return takeAway(name, known);
    }

    boolean takeAway(String name, Recipient known) {
        check(name);
        StackRoom.require();
        changing.lock();
        try {
            Set<String> its = ofActors.get(known);
            if (its == null || !its.remove(name)) {
                return false;
            }
            if (its.isEmpty()) {
                ofActors.remove(known);
            }
            release(name, known.id);
            return true;
        } finally {
            changing.unlock();
        }
    }

    /** Returns the actor that has a name, or null. */
    public @Nullable ActorId find(String name) {
        check(name);
        Entry entry = entries.get(name);
        return entry == null ? null : entry.owner;
    }

    /** Returns all names with their owners, unordered. A change during the call may be included or not. */
    public Map<String, ActorId> registered() {
        Map<String, ActorId> all = new HashMap<>();
        entries.forEach((name, entry) -> {
            ActorId owner = entry.owner;
            if (owner != null) {
                all.put(name, owner);
            }
        });
        return all;
    }

    /** The actors that have a name, by the index of their shard. */
    List<Set<Actor>> ownersByShard() {
        List<Set<Actor>> owners = new ArrayList<>();
        for (int i = 0; i < hive.shards().length; i++) {
            owners.add(new LinkedHashSet<>());
        }
        for (ActorId id : registered().values()) {
            if (id.recipient instanceof Actor actor) {
                owners.get(actor.home.index).add(actor);
            }
        }
        return owners;
    }

    /** Number of registered names. */
    public int size() {
        return size.get();
    }

    /** Checks a name that is to be given, watched or reserved. */
    static void checkNew(String name) {
        check(name);
        if (name.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("a name has at most " + MAX_LENGTH + " characters, this one has "
                    + name.length() + ": " + name.substring(0, 32) + "...");
        }
    }

    static void check(String name) {
        if (Objects.requireNonNull(name, "name").isEmpty()) {
            throw new IllegalArgumentException("a name must not be empty");
        }
    }

    // ---- for the engine; with room on the stack ----

    /** Gives a name to a seat. */
    RegisterStatus takeForReservedId(String name, ActorId seat) {
        changing.lock();
        try {
            return take(name, seat, 0);
        } finally {
            changing.unlock();
        }
    }

    void releaseForReservedId(String name, ActorId seat) {
        changing.lock();
        try {
            release(name, seat);
        } finally {
            changing.unlock();
        }
    }

    /**
     * Takes all names from an actor that has ended.
     *
     * @return those whose watchers are still to be told, by {@link #announce}
     */
    List<String> retire(Recipient actor) {
        if (!actor.hasName) {
            return List.of();
        }
        changing.lock();
        try {
            Set<String> its = ofActors.remove(actor);
            var watched = new ArrayList<String>();
            for (String name : its == null ? Set.<String>of() : its) {
                Entry entry = entry(name);
                if (!entry.watches.isEmpty()) {
                    entry.holds++;
                    watched.add(name);
                }
                release(name, actor.id);
            }
            return watched;
        } finally {
            changing.unlock();
        }
    }

    /** Tells what {@link #retire} has held back. */
    void announce(List<String> retired) {
        if (retired.isEmpty()) {
            return;
        }
        changing.lock();
        try {
            for (String name : retired) {
                Entry entry = entry(name);
                entry.holds--;
                entry.tellHeldBack();
                forgetIfUnused(name, entry);
            }
        } finally {
            changing.unlock();
        }
    }

    /** Has a watcher told of every change from now on, and at once of the owner, if there is one. */
    void watch(NameWatch watch) {
        changing.lock();
        try {
            if (!watch.isOpen) {
                return; // its actor was given up while it waited for the lock
            }
            Entry entry = entry(watch.name);
            watch.unheard = entry.heldBack.size(); // what was before it, and is told later, is no news to it
            entry.watches.add(watch);
            watches.incrementAndGet();
            ActorId owner = entry.owner;
            if (owner != null) {
                watch.tell(new NameChange(watch.name, owner, true));
            }
        } finally {
            changing.unlock();
        }
    }

    void unwatch(NameWatch watch) {
        changing.lock();
        try {
            watch.isOpen = false;
            Entry entry = entry(watch.name);
            if (entry.watches.remove(watch)) {
                watches.decrementAndGet();
            }
            forgetIfUnused(watch.name, entry);
        } finally {
            changing.unlock();
        }
    }

    int watches() {
        return watches.get();
    }

    // ---- with the lock held ----

    /** @param has how many names count for the owner already */
    private RegisterStatus take(String name, ActorId owner, int has) {
        Entry known = entries.get(name);
        if (known != null && known.owner != null) {
            return RegisterStatus.TAKEN;
        } else if (has >= MAX_PER_ACTOR || size.get() >= hive.config().maxNames()) {
            return RegisterStatus.TOO_MANY;
        }
        Entry entry = entry(name);
        entry.owner = owner;
        size.incrementAndGet();
        entry.changed(new NameChange(name, owner, true));
        return RegisterStatus.REGISTERED;
    }

    private void release(String name, ActorId owner) {
        Entry entry = entry(name);
        entry.owner = null;
        size.decrementAndGet();
        entry.changed(new NameChange(name, owner, false));
        forgetIfUnused(name, entry);
    }

    private Entry entry(String name) {
        Entry entry = entries.get(name);
        if (entry == null) {
            entry = new Entry();
            entries.put(name, entry);
        }
        return entry;
    }

    private void forgetIfUnused(String name, Entry entry) {
        if (entry.owner == null && entry.watches.isEmpty() && entry.holds == 0) {
            entries.remove(name);
        }
    }

    /** One name. All but the owner is for whoever holds the lock. */
    static final class Entry {
        volatile @Nullable ActorId owner;
        final Set<NameWatch> watches = new LinkedHashSet<>(0);
        /** How many ends of actors hold the news back. */
        int holds;

        private final List<NameChange> heldBack = new ArrayList<>(0);

        void changed(NameChange change) {
            heldBack.add(change);
            tellHeldBack();
        }

        void tellHeldBack() {
            if (holds > 0) {
                return;
            }
            for (NameWatch watch : watches) {
                for (NameChange change : heldBack.subList(watch.unheard, heldBack.size())) {
                    watch.tell(change);
                }
                watch.unheard = 0;
            }
            heldBack.clear();
        }
    }
}
