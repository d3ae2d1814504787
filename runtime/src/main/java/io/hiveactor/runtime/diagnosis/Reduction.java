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
 * Finds who can never go on, by marking everybody who may. What stays unmarked and waits for something particular is
 * deadlocked.
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
     *  - who hears ticks: if there is, or may be, a slot for one
     *  - who waits for an answer, for one sender, for news of one: if that one is
     *  - who waits for slots: if those who are live have as many, beyond what those before him in the line take for good. What
     *    they send to somebody who is not live is gone for good
     *  - who waits for room: if the mailbox's owner is live; or if enough of those leave who have room reserved there, while
     *    they wait for slots. He needs slots after that
     *  - who sends a request needs its target to be live besides
     *
     * All of it only grows with those who are live, so the order in which they are marked does not matter.
     */
    private final HiveSnapshot snapshot;
    private final boolean countsDeadlines;
    private final List<ActorView> all = new ArrayList<>();
    /** Not marked yet. */
    private List<ActorView> open = new ArrayList<>();
    private final List<ActorView> inLineForSlots = new ArrayList<>();
    private final Set<Long> present = new HashSet<>();
    private final Set<Long> live = new HashSet<>();
    private final Map<Long, List<ActorView>> inLineForRoom = new HashMap<>();
    /** How many have a deadline, and room reserved in somebody's mailbox. */
    private final Map<Long, Integer> mayLeaveRoom = new HashMap<>();

    private final boolean isAnyMissing;
    /** Free slots that shards have at hand. */
    private final int cached;
    /** Slots on their way, or in inboxes of threads outside. */
    private final int elsewhere;
    /** Slots that those who are live keep in use. */
    private int liveSlots;

    private boolean isAnyLive;

    private Reduction(HiveSnapshot snapshot, boolean countsDeadlines, Predicate<ActorView> mayBeStuck) {
        this.snapshot = snapshot;
        this.countsDeadlines = countsDeadlines;
        snapshot.shards().forEach(shard -> all.addAll(shard.actors()));
        all.addAll(snapshot.outsideWaiters());
        isAnyMissing = snapshot.shards().stream().anyMatch(ShardView::isMissing);
        isAnyLive = isAnyMissing || !snapshot.outsideSources().isEmpty();
        cached = snapshot.shards().stream().mapToInt(ShardView::cachedSlots).sum();
        PoolView pool = snapshot.pool();
        elsewhere = Math.max(0, pool.slots() - pool.free() - cached - pool.cachedOutside()
                - all.stream().mapToInt(ActorView::slots).sum());
        for (ActorView each : all) {
            present.add(each.who().number());
            if (isLiveByItself(each) || (Waits.isParticular(each.waitsFor()) && !mayBeStuck.test(each))) {
                mark(each);
            } else {
                open.add(each);
            }
            stand(each);
        }
        inLineForSlots.sort(Comparator.comparing(each -> ((Wait.Slots) each.waitsFor()).turn()));
    }

    /** Those who can never go on. */
    static List<ActorView> stuck(HiveSnapshot snapshot) {
        return new Reduction(snapshot, true, each -> true).run();
    }

    /** Those who can never go on if nobody may be but those named. */
    static List<ActorView> stuckAmong(HiveSnapshot snapshot, Predicate<ActorView> mayBeStuck) {
        return new Reduction(snapshot, true, mayBeStuck).run();
    }

    /** Those who could never go on if no wait had a deadline. */
    static List<ActorView> stuckButForDeadlines(HiveSnapshot snapshot) {
        return new Reduction(snapshot, false, each -> true).run();
    }

    private List<ActorView> run() {
        boolean changes = true;
        while (changes) {
            changes = markThoseWhoGetSlots();
            var left = new ArrayList<ActorView>();
            for (ActorView each : open) {
                boolean isInLine = each.waitsFor() instanceof Wait.Slots;
                if (isInLine ? !isMarked(each) : !canEnd(each, each.waitsFor())) {
                    left.add(each);
                } else if (!isInLine) {
                    mark(each);
                    changes = true;
                }
            }
            open = left;
        }
        return open.stream().filter(each -> Waits.isParticular(each.waitsFor())).toList();
    }

    // ---- to begin with ----

    private boolean isLiveByItself(ActorView each) {
        return switch (each.activity()) {
            case READY, RUNNING, SLEEPING, OFFLOADING, PARKED, DEAD -> true;
            case IDLE, RECEIVING, SELECTING, SENDING, REQUESTING ->
                    (countsDeadlines && each.hasDeadline()) || each.isZombie() || hasUnknown(each.waitsFor());
        };
    }

    private static boolean hasUnknown(Wait wait) {
        return switch (wait) {
            case Wait.Unknown _, Wait.Nothing _, Wait.Time _ -> true;
            case Wait.FirstOf(var several) -> several.stream().anyMatch(Reduction::hasUnknown);
            case Wait.AnyMessage _, Wait.Tick _, Wait.From _, Wait.Room _, Wait.Slots _, Wait.Answer _, Wait.Occupant _,
                    Wait.Expected _ -> false;
        };
    }

    private void stand(ActorView each) {
        if (each.waitsFor() instanceof Wait.Slots slots) {
            inLineForSlots.add(each);
            if (slots.reserved() && countsDeadlines && each.hasDeadline()) {
                mayLeaveRoom.merge(slots.target().number(), 1, Integer::sum);
            }
        } else if (each.waitsFor() instanceof Wait.Room room) {
            inLineForRoom.computeIfAbsent(room.target().number(), number -> new ArrayList<>()).add(each);
        }
    }

    private void mark(ActorView each) {
        live.add(each.who().number());
        liveSlots += each.slots();
        isAnyLive = true;
    }

    private boolean isMarked(ActorView each) {
        return live.contains(each.who().number());
    }

    // ---- what can end a wait ----

    private boolean canEnd(ActorView each, Wait wait) {
        if (each.hearsTicks() && snapshot.pool().free() + slotsOfTheLive() > 0) {
            return true;
        }
        return switch (wait) {
            case Wait.AnyMessage _ -> isAnyLive;
            case Wait.Tick _ -> false;
            case Wait.From(var sender, var isGone, var _) -> !isGone && sender.number() != each.who().number() && isLive(sender);
            case Wait.Expected(var other, var isGone) -> !isGone && isLive(other);
            case Wait.Answer(var holder) -> isLive(holder);
            case Wait.Occupant(var _, var owner, var leaver) -> isLive(owner) || (leaver != null && isLive(leaver));
            case Wait.Room room -> canGetRoom(each, room);
            case Wait.FirstOf(var several) -> several.stream().anyMatch(one -> canEnd(each, one));
            case Wait.Slots _ -> false; // in their order, see below
            case Wait.Nothing _, Wait.Time _, Wait.Unknown _ -> true;
        };
    }

    /** Who is not in the snapshot is idle. */
    private boolean isLive(Who who) {
        return live.contains(who.number()) || (isAnyLive && !present.contains(who.number()));
    }

    private boolean canGetRoom(ActorView each, Wait.Room room) {
        boolean isTargetLive = isLive(room.target());
        boolean hasRoom = isTargetLive
                || mayLeaveRoom.getOrDefault(room.target().number(), 0) > stuckBefore(each, room);
        boolean isAnswered = isTargetLive || room.wanted() == 1;
        return hasRoom && isAnswered && slotsLeftFor(room.turn().line()) >= room.wanted();
    }

    private int stuckBefore(ActorView each, Wait.Room room) {
        int before = 0;
        for (ActorView other : inLineForRoom.getOrDefault(room.target().number(), List.of())) {
            boolean isBefore = ((Wait.Room) other.waitsFor()).turn().compareTo(room.turn()) < 0;
            if (other != each && isBefore && !(countsDeadlines && other.hasDeadline())) {
                before++;
            }
        }
        return before;
    }

    // ---- slots ----

    private boolean markThoseWhoGetSlots() {
        boolean changes = false;
        int sunk = 0;
        for (ActorView each : inLineForSlots) {
            var wait = (Wait.Slots) each.waitsFor();
            if (isMarked(each)) {
                sunk += sinks(each, wait);
            } else if (slotsOfTheLive() - sunk >= wait.wanted() && (wait.wanted() == 1 || isLive(wait.target()))) {
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
        boolean mayLeave = countsDeadlines && each.hasDeadline();
        return mayLeave || isLive(wait.target()) ? 0 : wait.wanted();
    }

    /** What is left for somebody who joins the end of a line. */
    private int slotsLeftFor(int line) {
        int sunk = 0;
        for (ActorView each : inLineForSlots) {
            var wait = (Wait.Slots) each.waitsFor();
            if (wait.turn().line() > line) {
                break;
            }
            boolean isLive = isMarked(each);
            if (!isLive && slotsOfTheLive() - sunk < wait.wanted()) {
                return 0;
            }
            sunk += isLive ? sinks(each, wait) : wait.wanted();
        }
        return slotsOfTheLive() - sunk;
    }

    /** How many slots are free for users, or may become so. */
    private int slotsOfTheLive() {
        PoolView pool = snapshot.pool();
        int sum = Math.max(0, pool.free() - pool.reserved()) + elsewhere + liveSlots + (isAnyLive ? cached : 0);
        return isAnyMissing ? Integer.MAX_VALUE / 2 : sum;
    }
}
