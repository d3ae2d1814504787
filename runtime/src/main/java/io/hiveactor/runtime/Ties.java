package io.hiveactor.runtime;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What one actor has to do with the ends of others, and others with its own.
 *
 * <p><b>Threads:</b> owner only, the actor's shard. Every call needs room on the stack.
 */
final class Ties {
    /*
     * Everything that concerns two actors is kept by each of them on its own shard, and changes travel through the inbox,
     * in the order in which they were made. So there is no lock, and what an actor sent arrives before its EXIT.
     *
     * Invariant: each link and each open watch of an actor has a place for its EXIT (a watch of a seat gets one when it
     * fires, because it may fire again before the first EXIT was read).
     */
    private final Actor actor;
    private final Shard home;

    private final Map<Actor, Link> links = new LinkedHashMap<>();
    /** What this actor watches, by number. */
    final Long2ObjectHashMap<Watch> monitors = new Long2ObjectHashMap<>();
    /** Who watches this actor. */
    final Set<ActorWatch> watchers = new LinkedHashSet<>();
    /** Set while the actor's end is not told yet, because of those who end with it. */
    @Nullable Farewell farewell;
    /** Who is to end with this actor: the youngest, who knows the next older one. */
    private @Nullable Dependence youngest;
    /** What this actor has opened. */
    final Set<ReservedId> seats = new LinkedHashSet<>();
    /** Whom this actor's plain receives wait for news of, as it said itself. */
    private @Nullable ActorId expected;

    /** Which names this actor watches. */
    final Map<String, NameWatch> names = new LinkedHashMap<>();

    Ties(Actor actor) {
        this.actor = actor;
        home = actor.home;
    }

    /** Links and monitors, as their owner has them. */
    int size() {
        return links.size() + monitors.size();
    }

    private boolean isFull() {
        return size() >= actor.hive.config().maxActors();
    }

    // ---- what it said of itself ----

    /** @param other null for nobody in particular */
    void expect(@Nullable ActorId other) {
        home.endlessWaits += (other == null ? 0 : 1) - (expected == null ? 0 : 1);
        expected = other;
    }

    @Nullable ActorId expected() {
        return expected;
    }

    // ---- links ----

    LinkStatus link(Actor peer) {
        Link mine = links.get(peer);
        if (mine == null) {
            if (isFull()) {
                return LinkStatus.NO_MEMORY;
            }
            mine = new Link(actor, peer, home.system.claim());
            links.put(peer, mine);
        }
        mine.own = home.nextCorrelation(); // anew if they are linked: the peer's unlink may be on its way
        peer.home.bring(new Link.Offer(actor, peer, mine.own), home);
        return LinkStatus.LINKED;
    }

    /** Another actor has linked itself to this one. */
    void offered(Actor from, long number) {
        Link mine = links.get(from);
        if (mine == null) {
            mine = new Link(actor, from, home.system.claim());
            links.put(from, mine);
        }
        mine.theirs = number;
    }

    boolean unlink(Actor peer) {
        Link mine = links.remove(peer);
        if (mine == null) {
            return false;
        }
        home.system.release(mine.place.index);
        peer.home.bring(new Link.Withdrawal(mine), home);
        return true;
    }

    /** Another actor has ended the links of these numbers, 0 for none; {@code own} is the one it had asked for. */
    void withdrawn(Actor from, long own, long theirs) {
        Link mine = links.get(from);
        if (mine == null) {
            return;
        }
        if (mine.theirs == own) {
            mine.theirs = 0;
        }
        if (mine.own == theirs) {
            mine.own = 0;
        }
        if (mine.own == 0 && mine.theirs == 0) {
            links.remove(from);
            home.system.release(mine.place.index);
        }
    }

    void peerEnded(Actor peer, ActorExit exit) {
        Link mine = links.remove(peer);
        if (mine != null) {
            tell(mine.place, exit, 0);
        }
    }

    // ---- monitors ----

    /** @param isForCode the target is a zombie, and it is the end of its code that counts */
    MonitorResult monitor(Actor target, boolean isForCode) {
        if (isFull() && !isForCode) { // zombies are few, and who restarts them must know
            return MonitorResult.NoMonitor.NO_MEMORY;
        }
        var watch = new ActorWatch(actor, target, isForCode, home.nextCorrelation(), home.system.claim());
        monitors.put(watch.number, watch);
        watch.begin();
        return new Monitor(watch.number, target.id);
    }

    MonitorResult monitor(ReservedId seat) {
        if (isFull()) {
            return MonitorResult.NoMonitor.NO_MEMORY;
        }
        var watch = new ReservedIdWatch(actor, seat, home.nextCorrelation());
        if (!seat.watch(watch)) {
            return MonitorResult.NoMonitor.NO_TARGET;
        }
        monitors.put(watch.number, watch);
        return new Monitor(watch.number, seat.id());
    }

    boolean demonitor(long number) {
        Watch watch = monitors.remove(number);
        if (watch != null) {
            watch.close();
        }
        return watch != null;
    }

    void fired(ActorWatch watch, Envelope place, ActorExit exit) {
        monitors.remove(watch.number);
        tell(place, exit, watch.number);
    }

    /** Puts an EXIT behind what the mailbox has. */
    void tell(Envelope place, ActorExit exit, long number) {
        if (actor.isReleased) { // it waits in the middle of its end, and its mailbox was cleared for the last time
            home.system.release(place.index);
            return;
        }
        place.fill(Envelope.EXIT, exit.actor(), 0, exit, 0);
        place.correlation = number;
        actor.accept(place, place.index);
    }

    // ---- the end ----

    /**
     * Tells everybody of this actor's end, and lets go of whatever it wanted to be told of itself. Neither waits nor calls
     * anybody's code.
     *
     * @return how many were told
     */
    int end(ActorExit exit) {
        int told = links.size();
        for (Link link : links.values()) {
            home.system.release(link.place.index);
            link.tell(exit);
        }
        links.clear();
        for (ActorWatch watch : List.copyOf(watchers)) {
            if (watch.isFor(exit)) {
                watchers.remove(watch);
                watch.tell(exit);
                told++;
            }
        }
        for (Watch watch : List.copyOf(monitors.values())) {
            watch.close();
        }
        monitors.clear();
        return told;
    }

    // ---- those who end with it ----

    void addDependent(Dependence added) {
        Dependence older = youngest;
        added.older = older;
        if (older != null) {
            older.younger = added;
        }
        youngest = added;
    }

    /** Kills them all, the youngest first; they leave when they have ended. */
    void killDependents() {
        for (Dependence each = youngest; each != null; each = each.older) {
            each.child.die();
        }
    }

    boolean hasDependents() {
        return youngest != null;
    }

    /** Does nothing if it is none any more. */
    void removeDependent(Dependence left) {
        Dependence older = left.older;
        Dependence younger = left.younger;
        if (younger != null) {
            younger.older = older;
        } else if (youngest == left) {
            youngest = older;
        } else {
            return;
        }
        if (older != null) {
            older.younger = younger;
        }
        left.older = null;
        left.younger = null;
    }

    /** Closes what is known to everybody by a name. May wait. */
    void closeReservedIds() {
        for (ReservedId seat : List.copyOf(seats)) {
            seat.shut(home);
        }
        seats.clear();
        for (NameWatch watch : names.values()) {
            actor.hive.names.unwatch(watch);
        }
        names.clear();
    }

    /** For who counts places: those that wait for an EXIT. */
    int places() {
        int places = links.size();
        for (Watch watch : monitors.values()) {
            places += watch instanceof ActorWatch ? 1 : 0;
        }
        return places;
    }
}
