package io.hiveactor.runtime.diagnosis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Sorts those who are stuck into deadlocks, and explains each: the cycle, or what they lack. */
final class Knots {
    private final HiveSnapshot snapshot;
    private final Map<Long, ActorView> stuck = new LinkedHashMap<>();
    private final Map<Long, Set<Long>> neighbours = new LinkedHashMap<>();

    /** Who keeps slots, is idle, and cannot be woken. */
    private final List<ActorView> idleHolders = new ArrayList<>();

    /** What else keeps slots, if nobody is live who could have it give them back. */
    private final List<SlotHolder> keepers;

    private Knots(HiveSnapshot snapshot, List<ActorView> unmarked) {
        this.snapshot = snapshot;
        for (ActorView each : Stuck.among(unmarked)) {
            stuck.put(each.identity().number(), each);
            neighbours.put(each.identity().number(), new LinkedHashSet<>());
        }
        unmarked.stream().filter(each -> each.slots() > 0 && !stuck.containsKey(each.identity().number()))
                .forEach(idleHolders::add);
        int all = snapshot.actors().size() + snapshot.outsideSenders().size();
        keepers = unmarked.size() < all || !snapshot.outsideSources().isEmpty() ? List.of()
                : snapshot.keepers().stream().filter(each -> !each.freesByItself()).toList();
    }

    /** @param unmarked what the reduction left */
    static List<Deadlock> of(HiveSnapshot snapshot, List<ActorView> unmarked) {
        return new Knots(snapshot, unmarked).untie();
    }

    private List<Deadlock> untie() {
        for (ActorView each : stuck.values()) {
            Waits.targets(each.waitsFor()).forEach(target -> join(each.identity().number(), target.number()));
        }
        joinThoseOfThePool();
        List<Deadlock> found = new ArrayList<>();
        Set<Long> seen = new HashSet<>();
        for (Long number : stuck.keySet()) {
            if (!seen.contains(number)) {
                Set<Long> group = reachable(number);
                seen.addAll(group);
                found.add(explain(group));
            }
        }
        return found;
    }

    /** Who lacks slots waits for all who keep some: it is enough to join them all with the first who does. */
    private void joinThoseOfThePool() {
        stuck.values().stream().filter(Knots::lacksSlots).findFirst().ifPresent(first -> stuck.values().stream()
                .filter(other -> other.slots() > 0 || lacksSlots(other))
                .forEach(other -> join(first.identity().number(), other.identity().number())));
    }

    private static boolean lacksSlots(ActorView each) {
        return each.waitsFor() instanceof Wait.Slots;
    }

    private void join(Long one, Long other) {
        Set<Long> ofOne = neighbours.get(one);
        Set<Long> ofOther = neighbours.get(other);
        if (ofOne != null && ofOther != null) {
            ofOne.add(other);
            ofOther.add(one);
        }
    }

    private Set<Long> reachable(Long start) {
        Set<Long> group = new LinkedHashSet<>();
        List<Long> next = new ArrayList<>(List.of(start));
        while (!next.isEmpty()) {
            Long number = next.removeLast();
            if (group.add(number)) {
                next.addAll(neighbours.getOrDefault(number, Set.of()));
            }
        }
        return group;
    }

    private Deadlock explain(Set<Long> group) {
        List<ActorView> members = group.stream().map(stuck::get).sorted(Comparator.comparingLong(each -> each.identity().number()))
                .toList();
        boolean isPool = members.stream().anyMatch(Knots::lacksSlots);
        List<Identity> cycle = cycle(members);
        Deadlock.Kind kind = isPool ? Deadlock.Kind.STARVED_POOL
                : cycle.isEmpty() ? Deadlock.Kind.NOBODY_LEFT : Deadlock.Kind.CYCLE;
        List<ActorView> holders = isPool ? idleHolders : List.of();
        List<SlotHolder> others = isPool ? keepers : List.of();
        int slots = isPool ? sum(members) + sum(holders) + others.stream().mapToInt(SlotHolder::slots).sum() : 0;
        return new Deadlock(
                snapshot.hive(), snapshot.atNanos(), kind, cycle, inOrder(members, cycle), holders, others, slots);
    }

    private static int sum(List<ActorView> some) {
        return some.stream().mapToInt(ActorView::slots).sum();
    }

    /** Who waits for whom, round to the first again; by what the waits name, not by the pool. */
    private List<Identity> cycle(List<ActorView> members) {
        Set<Long> seen = new HashSet<>();
        for (ActorView start : members) {
            List<Identity> found = walk(start, seen);
            if (!found.isEmpty()) {
                return found;
            }
        }
        return List.of();
    }

    /** Goes from one to the next, and back where it ends, until it meets its own way. Without recursion: it may be long. */
    private List<Identity> walk(ActorView start, Set<Long> seen) {
        List<Identity> path = new ArrayList<>();
        Map<Long, Integer> placeOnPath = new HashMap<>();
        List<List<Identity>> branches = new ArrayList<>();
        branches.add(List.of(start.identity()));
        while (!branches.isEmpty()) {
            List<Identity> left = branches.removeLast();
            if (left.isEmpty()) {
                if (!path.isEmpty()) {
                    placeOnPath.remove(path.removeLast().number());
                }
                continue;
            }
            Identity next = left.getFirst();
            branches.add(left.subList(1, left.size()));
            Integer at = placeOnPath.get(next.number());
            if (at != null) {
                return List.copyOf(path.subList(at, path.size()));
            }
            ActorView view = stuck.get(next.number());
            if (view != null && seen.add(next.number())) {
                placeOnPath.put(next.number(), path.size());
                path.add(next);
                branches.add(Waits.targets(view.waitsFor()));
            }
        }
        return List.of();
    }

    private List<ActorView> inOrder(List<ActorView> members, List<Identity> cycle) {
        List<ActorView> ordered = new ArrayList<>();
        for (Identity identity : cycle) {
            ordered.add(Objects.requireNonNull(stuck.get(identity.number())));
        }
        Set<Long> inCycle = new HashSet<>();
        cycle.forEach(identity -> inCycle.add(identity.number()));
        members.stream().filter(each -> !inCycle.contains(each.identity().number())).forEach(ordered::add);
        return ordered;
    }
}
