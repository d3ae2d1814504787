package io.hiveactor.runtime.diagnosis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds the actors that can never continue, by marking those that may. An unmarked one is deadlocked or idle; see
 * {@link Stuck}.
 *
 * <p><b>Threads:</b> owner only.
 */
final class Reduction {
    /*
     * Nothing is known of what an actor will do once its wait has ended, so whoever is live may do anything: read its whole
     * mailbox, answer, send to anybody, end. A wait is live if somebody live can end it:
     *
     *  - to begin with, whoever runs or can run, sleeps, has a deadline, waits for what the runtime does not know, or ends
     *  - who waits for any message: if anybody at all is live, or something outside may send
     *  - who waits for a channel or a bus: if anybody at all is, too, for he may open it and serve
     *  - who hears ticks: if there is, or may be, a slot for one
     *  - who waits for an answer, for one sender, for news of one: if that one is
     *  - who waits to send: if the target is, for it may end. Or if he can send, which does not need that:
     *     - he gets slots if those who are live have as many, beyond the reserve and what those before him in the line
     *       take for good. With fairness only those of the same priority are certain to be before him. What they send to somebody who is not live is gone for good
     *       What a bus keeps is freed by whoever is live, or by itself if it has an age or is read outside
     *     - he gets room if enough of those leave who have room reserved there, while they wait for slots
     *     - a request is over only if its target listens to it and so becomes live, too
     *
     * All of it only grows with those who are live, so the order in which they are marked does not matter.
     *
     * Not promised: who gets room when another's deadline comes, and then sends to somebody who is not live, is not
     * counted as having taken slots for good. So a deadlock may not be seen before that deadline has come. Nor is it
     * asked whether there is a slot to serve a channel with.
     */
    private final HiveSnapshot snapshot;
    private final boolean countsDeadlines;
    private final Predicate<ActorView> mayBeStuck;
    private final List<ActorView> all = new ArrayList<>();
    /** Not marked yet. */
    private final List<ActorView> open = new ArrayList<>();
    private final List<ActorView> inLineForSlots = new ArrayList<>();
    private final Map<Long, ActorView> present = new HashMap<>();
    private final Set<Long> live = new HashSet<>();
    /** Those whose code has not ended: nothing but the news of that can come from them. */
    private final Set<Long> zombies = new HashSet<>();
    /** By whom they need. The verdict does not depend on it: with it, a long row of the live is found in one go. */
    private final Map<Long, List<ActorView>> waitingFor = new HashMap<>();
    private final Map<Long, List<ActorView>> inLineForRoom = new HashMap<>();
    /** How many of those seen have room reserved in somebody's mailbox, and how many of them may leave it. */
    private final Map<Long, Integer> reservedBySeen = new HashMap<>();

    private final Map<Long, Integer> mayLeaveRoom = new HashMap<>();

    private final boolean isAnyMissing;
    /** Free slots that shards have at hand. */
    private final int cached;
    /** Slots that no actor keeps; and those of them that may be given back though nobody is live. */
    private final int kept;

    private final int keptForAWhile;
    /** Slots on their way, or in inboxes of threads outside. */
    private final int elsewhere;
    /** Slots that those who are live keep in use. */
    private int liveSlots;

    private boolean isAnyLive;

    private Reduction(
            HiveSnapshot snapshot, boolean countsDeadlines, Predicate<ActorView> mayBeStuck, boolean mayIdleBeWoken) {
        this.snapshot = snapshot;
        this.countsDeadlines = countsDeadlines;
        this.mayBeStuck = mayBeStuck;
        snapshot.shards().forEach(shard -> all.addAll(shard.actors()));
        all.addAll(snapshot.outsideSenders());
        isAnyMissing = snapshot.shards().stream().anyMatch(ShardView::isMissing);
        isAnyLive = isAnyMissing || mayIdleBeWoken || !snapshot.outsideSources().isEmpty();
        cached = snapshot.shards().stream().mapToInt(ShardView::cachedSlots).sum();
        PoolView pool = snapshot.pool();
        kept = snapshot.keepers().stream().mapToInt(SlotHolder::slots).sum();
        keptForAWhile = snapshot.keepers().stream().filter(SlotHolder::freesByItself).mapToInt(SlotHolder::slots).sum();
        elsewhere = Math.max(0, pool.slots() - pool.free() - cached - pool.cachedOutside() - kept
                - all.stream().mapToInt(ActorView::slots).sum());
        for (ActorView each : all) {
            if (each.isZombie()) { // another one may have its number by now
                zombies.add(each.identity().number());
                liveSlots += each.slots();
                isAnyLive = true; // when its code ends, somebody may be told
                continue;
            }
            present.put(each.identity().number(), each);
            if (mayLeave(each)) {
                mark(each);
            } else {
                open.add(each);
            }
            stand(each);
        }
        inLineForSlots.sort(Comparator.comparing(each -> ((Wait.Slots) each.waitsFor()).position()));
    }

    /** Those who can never continue. */
    static List<ActorView> stuck(HiveSnapshot snapshot) {
        return stuckAmong(snapshot, each -> true);
    }

    /** Those who can never continue if nobody may be but those named. */
    static List<ActorView> stuckAmong(HiveSnapshot snapshot, Predicate<ActorView> mayBeStuck) {
        return Stuck.among(unmarked(snapshot, mayBeStuck, false));
    }

    /**
     * Those who can never continue, and those who are idle and whom nobody can wake.
     *
     * @param mayBeStuck of those who wait for something particular; the others are live
     * @param mayIdleBeWoken somebody was live whom the snapshot does not show
     */
    static List<ActorView> unmarked(HiveSnapshot snapshot, Predicate<ActorView> mayBeStuck, boolean mayIdleBeWoken) {
        return new Reduction(snapshot, true, mayBeStuck, mayIdleBeWoken).run();
    }

    /** Those who could never go on if no wait had a deadline. */
    static List<ActorView> stuckButForDeadlines(HiveSnapshot snapshot) {
        return Stuck.among(unmarkedButForDeadlines(snapshot, each -> true, false));
    }

    /** As {@link #unmarked}, if no wait had a deadline. */
    static List<ActorView> unmarkedButForDeadlines(
            HiveSnapshot snapshot, Predicate<ActorView> mayBeStuck, boolean mayIdleBeWoken) {
        return new Reduction(snapshot, false, mayBeStuck, mayIdleBeWoken).run();
    }

    private List<ActorView> run() {
        boolean changes = true;
        while (changes) {
            changes = markThoseWhoGetSlots();
            for (ActorView each : open) {
                changes |= markFrom(each);
            }
            open.removeIf(this::isMarked);
        }
        return open;
    }

    /** Marks somebody whose wait can end, then those who wait for him, and so on. Without recursion: it may be far. */
    private boolean markFrom(ActorView start) {
        boolean changes = false;
        List<ActorView> next = new ArrayList<>(List.of(start));
        while (!next.isEmpty()) {
            ActorView each = next.removeLast();
            if (!isMarked(each) && canEnd(each, each.waitsFor())) {
                mark(each);
                changes = true;
                next.addAll(waitingFor.getOrDefault(each.identity().number(), List.of()));
            }
        }
        return changes;
    }

    // ---- to begin with ----

    /** Whether it needs nobody to leave its wait, and what it stands in line for. */
    private boolean mayLeave(ActorView each) {
        return isLiveByItself(each) || (Waits.isParticular(each.waitsFor()) && !mayBeStuck.test(each));
    }

    private boolean isLiveByItself(ActorView each) {
        return switch (each.activity()) {
            case READY, RUNNING, SLEEPING, OFFLOADING, PARKED, DEAD -> true;
            case IDLE, RECEIVING, SELECTING, SENDING, REQUESTING, AWAITING ->
                    (countsDeadlines && each.hasDeadline()) || hasUnknown(each.waitsFor());
        };
    }

    private static boolean hasUnknown(Wait wait) {
        return switch (wait) {
            case Wait.Unknown _, Wait.Nothing _, Wait.Time _ -> true;
            case Wait.FirstOf(var several) -> several.stream().anyMatch(Reduction::hasUnknown);
            case Wait.On(var _, var _, var means) -> hasUnknown(means);
            case Wait.AnyMessage _, Wait.Tick _, Wait.From _, Wait.Room _, Wait.Slots _, Wait.Answer _, Wait.Occupant _,
                    Wait.Expected _, Wait.Served _ -> false;
        };
    }

    private void stand(ActorView each) {
        Waits.targets(each.waitsFor()).forEach(target -> put(waitingFor, target, each));
        if (each.waitsFor() instanceof Wait.Slots slots) {
            inLineForSlots.add(each);
            put(waitingFor, slots.target(), each);
            if (slots.reserved()) {
                reservedBySeen.merge(slots.target().number(), 1, Integer::sum);
                mayLeaveRoom.merge(slots.target().number(), mayLeave(each) ? 1 : 0, Integer::sum);
            }
        } else if (each.waitsFor() instanceof Wait.Room room) {
            put(inLineForRoom, room.target(), each);
        }
    }

    private static void put(Map<Long, List<ActorView>> byTarget, Identity target, ActorView each) {
        byTarget.computeIfAbsent(target.number(), number -> new ArrayList<>()).add(each);
    }

    private void mark(ActorView each) {
        live.add(each.identity().number());
        liveSlots += each.slots();
        isAnyLive = true;
    }

    private boolean isMarked(ActorView each) {
        return live.contains(each.identity().number());
    }

    // ---- what can end a wait ----

    private boolean canEnd(ActorView each, Wait wait) {
        if (each.hearsTicks() && slotsThatMayBeFree(cached) > 0) {
            return true;
        }
        return switch (wait) {
            case Wait.AnyMessage _, Wait.Served _ -> isAnyLive;
            case Wait.Tick _ -> false;
            case Wait.From(var sender, var isGone, var _) ->
                    (!isGone && sender.number() != each.identity().number() && isLive(sender)) || isZombie(sender);
            case Wait.Expected(var other, var isGone) -> (!isGone && isLive(other)) || isZombie(other);
            case Wait.Answer(var holder) -> isLive(holder);
            case Wait.Occupant(var _, var owner, var leaver) ->
                    isLive(owner) || (leaver != null && (isLive(leaver) || isZombie(leaver)));
            case Wait.Room room -> isLive(room.target()) || isRoomInOtherHands(room.target()) || canGetRoom(each, room);
            case Wait.FirstOf(var several) -> several.stream().anyMatch(one -> canEnd(each, one));
            case Wait.On(var _, var _, var means) -> canEnd(each, means);
            case Wait.Slots slots -> isLive(slots.target()); // else in their order, see below
            case Wait.Nothing _, Wait.Time _, Wait.Unknown _ -> true;
        };
    }

    /** Who is not in the snapshot is idle. */
    private boolean isLive(Identity identity) {
        return live.contains(identity.number()) || (isAnyLive && !present.containsKey(identity.number()));
    }

    private boolean isZombie(Identity identity) {
        return zombies.contains(identity.number());
    }

    private boolean canGetRoom(ActorView each, Wait.Room room) {
        int mayLeave = mayLeaveRoom.getOrDefault(room.target().number(), 0);
        return mayLeave > 0 && mayLeave > stuckBefore(each, room) && isOverWhenSent(each, room.target(), room.wanted())
                && slotsLeftFor(room.position()) >= room.wanted();
    }

    /** Whether somebody whom the snapshot does not show has room reserved there, and may give it back. */
    private boolean isRoomInOtherHands(Identity target) {
        ActorView owner = present.get(target.number());
        return owner != null && owner.reserved() > reservedBySeen.getOrDefault(target.number(), 0);
    }

    /** A send is; a request needs somebody who listens to it, and so may answer. */
    private boolean isOverWhenSent(ActorView each, Identity target, int wanted) {
        return wanted == 1 || !present.containsKey(target.number())
                || listensTo(each.identity(), present.get(target.number()).waitsFor());
    }

    private static boolean listensTo(Identity sender, Wait wait) {
        return switch (wait) {
            case Wait.AnyMessage _ -> true;
            case Wait.From(var identity, var _, var _) -> identity.number() == sender.number();
            case Wait.Expected(var other, var _) -> other.number() == sender.number();
            case Wait.FirstOf(var several) -> several.stream().anyMatch(one -> listensTo(sender, one));
            case Wait.On(var _, var _, var means) -> listensTo(sender, means);
            case Wait.Tick _, Wait.Answer _, Wait.Occupant _, Wait.Room _, Wait.Slots _, Wait.Nothing _, Wait.Time _,
                    Wait.Unknown _, Wait.Served _ -> false;
        };
    }

    private int stuckBefore(ActorView each, Wait.Room room) {
        int before = 0;
        for (ActorView other : inLineForRoom.getOrDefault(room.target().number(), List.of())) {
            boolean isBefore = ((Wait.Room) other.waitsFor()).position().isBefore(room.position());
            if (other != each && isBefore && !mayLeave(other)) {
                before++;
            }
        }
        return before;
    }

    // ---- slots ----

    private boolean markThoseWhoGetSlots() {
        boolean changes = false;
        int from = 0;
        for (int i = 1; i <= inLineForSlots.size(); i++) {
            if (i == inLineForSlots.size() || !position(i).isOrderedWith(position(i - 1))) {
                changes |= markThoseWhoGetSlots(inLineForSlots.subList(from, i));
                from = i;
            }
        }
        return changes;
    }

    private QueuePosition position(int inLine) {
        return ((Wait.Slots) inLineForSlots.get(inLine).waitsFor()).position();
    }

    private boolean markThoseWhoGetSlots(List<ActorView> line) {
        boolean changes = false;
        int sunk = 0;
        for (ActorView each : line) {
            var wait = (Wait.Slots) each.waitsFor();
            if (isMarked(each)) {
                sunk += sinks(each, wait);
            } else if (slotsOfTheLive() - sunk >= wait.wanted() && isOverWhenSent(each, wait.target(), wait.wanted())) {
                mark(each);
                changes = true;
                sunk += sinks(each, wait);
            } else if (slotsOfTheLive() - sunk >= wait.wanted()) {
                sunk += wait.wanted(); // a request that nobody will answer: it gets its slots, and keeps them
            } else {
                return changes; // nobody behind it can be served
            }
        }
        return changes;
    }

    /** How many slots are gone for good when a waiter has got what it wants. */
    private int sinks(ActorView each, Wait.Slots wait) {
        return mayLeave(each) || isLive(wait.target()) ? 0 : wait.wanted();
    }

    /** What is left for somebody who joins the end of a line; less than nothing if somebody before him is not served. */
    private int slotsLeftFor(QueuePosition position) {
        QueuePosition last = new QueuePosition(position.line(), Long.MAX_VALUE, position.isStrict());
        int sunk = 0;
        for (ActorView each : inLineForSlots) {
            var wait = (Wait.Slots) each.waitsFor();
            if (wait.position().isBefore(last)) {
                sunk += isMarked(each) ? sinks(each, wait) : wait.wanted();
            }
        }
        return slotsOfTheLive() - sunk;
    }

    /** How many slots users may get. What was taken from the reserve goes back there first. */
    private int slotsOfTheLive() {
        return Math.max(0, slotsThatMayBeFree(isAnyLive ? cached : 0) - snapshot.pool().reserved());
    }

    private int slotsThatMayBeFree(int ofCaches) {
        if (isAnyMissing) {
            return Integer.MAX_VALUE / 2;
        }
        return snapshot.pool().free() + elsewhere + liveSlots + ofCaches + (isAnyLive ? kept : keptForAWhile);
    }
}
