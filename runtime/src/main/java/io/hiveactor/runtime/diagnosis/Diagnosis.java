package io.hiveactor.runtime.diagnosis;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * What follows from looking at a hive.
 *
 * @param snapshot what was seen
 * @param deadlocks who can never continue. Never one that is none
 * @param risks who would be deadlocked if his wait, or that of one of the others, had no deadline: it will end by itself, but
 *     only by that
 */
public record Diagnosis(HiveSnapshot snapshot, List<Deadlock> deadlocks, List<ActorView> risks) {
    public Diagnosis {
        deadlocks = List.copyOf(deadlocks);
        risks = List.copyOf(risks);
    }

    /** What follows from one snapshot, if all of it is of one moment: of a hive that stands still, or of a single shard. */
    public static Diagnosis of(HiveSnapshot snapshot) {
        return of(snapshot, Reduction.unmarked(snapshot, each -> true, false), Reduction.stuckButForDeadlines(snapshot));
    }

    /**
     * What follows from two looks, one after the other, at shards that went on meanwhile. Who was in the same wait for the same
     * at both was in it at the moment between them, and all of those together are of that moment. But who was idle at both may
     * have run in between, so the idle count as lost only if no shard has run anybody.
     */
    public static Diagnosis of(HiveSnapshot before, HiveSnapshot after) {
        boolean hasMoved = dispatches(before) != dispatches(after);
        // the unmarked, not the stuck alone: who was idle at a channel, in the same wait all the while, woke nobody
        var unmarked = Reduction.unmarked(after, isAmong(Reduction.unmarked(before, each -> true, false)), hasMoved);
        var patient = Reduction.unmarkedButForDeadlines(
                after, isAmong(Reduction.unmarkedButForDeadlines(before, each -> true, false)), hasMoved);
        return of(after, unmarked, Stuck.among(patient));
    }

    /** Whether somebody was seen before in the same wait, and that for the same: a request may have been handed on since. */
    private static Predicate<ActorView> isAmong(List<ActorView> seenBefore) {
        Map<Long, ActorView> suspects = new HashMap<>();
        seenBefore.forEach(each -> suspects.put(each.identity().number(), each));
        return each -> {
            ActorView earlier = suspects.get(each.identity().number());
            return earlier != null && earlier.waitNumber() == each.waitNumber() && earlier.waitsFor().equals(each.waitsFor());
        };
    }

    private static long dispatches(HiveSnapshot snapshot) {
        return snapshot.shards().stream().mapToLong(ShardView::dispatches).sum();
    }

    /** @param patient who would be stuck without deadlines */
    private static Diagnosis of(HiveSnapshot snapshot, List<ActorView> unmarked, List<ActorView> patient) {
        List<Deadlock> deadlocks = Knots.of(snapshot, unmarked);
        Set<Long> stuck = new HashSet<>();
        deadlocks.forEach(deadlock -> deadlock.members().forEach(each -> stuck.add(each.identity().number())));
        return new Diagnosis(
                snapshot, deadlocks, patient.stream().filter(each -> !stuck.contains(each.identity().number())).toList());
    }

    /** The same, with the stacks of some actors, by their numbers. */
    public Diagnosis with(Map<Long, List<StackTraceElement>> stacks) {
        if (stacks.isEmpty()) {
            return this;
        }
        UnaryOperator<ActorView> add = each -> each.at(stacks.getOrDefault(each.identity().number(), each.stack()));
        return new Diagnosis(snapshot.map(add), deadlocks.stream().map(each -> each.map(add)).toList(),
                risks.stream().map(add).toList());
    }

    /** Whether nobody is stuck. */
    public boolean isClean() {
        return deadlocks.isEmpty();
    }

    /** All of it, for programs; a time that never comes is null. */
    public String toJson() {
        return Json.of(this);
    }

    /** Who waits for whom, as a picture for Graphviz. */
    public String toDot() {
        return Dot.of(new WaitGraph(this));
    }

    /** Who waits for whom, as a picture for Mermaid. */
    public String toMermaid() {
        return Mermaid.of(new WaitGraph(this));
    }

    /** The report, for people. */
    @Override
    public String toString() {
        return DiagnosisText.of(this);
    }
}
