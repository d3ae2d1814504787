package io.hiveactor.runtime.diagnosis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A deadlock in words. */
final class DeadlockText {
    private static final int MOST_MEMBERS = 20;
    private static final int MOST_OTHERS = 10;

    private final Deadlock deadlock;
    private final Lines lines;

    private DeadlockText(Deadlock deadlock, Lines lines) {
        this.deadlock = deadlock;
        this.lines = lines;
    }

    static String of(Deadlock deadlock) {
        var lines = new Lines();
        write(lines, deadlock);
        return lines.toString();
    }

    static void write(Lines lines, Deadlock deadlock) {
        new DeadlockText(deadlock, lines).write();
    }

    private void write() {
        lines.add(0, "DEADLOCK in hive " + deadlock.hive() + ": " + headline());
        cycle();
        switch (deadlock.kind()) {
            case CYCLE -> {}
            case STARVED_POOL -> whoKeepsSlots();
            case NOBODY_LEFT -> whoIsMissing();
        }
        lines.gap();
        lines.some(MOST_MEMBERS, 1, deadlock.members(), each -> ActorText.write(lines, each, deadlock.atNanos()));
        lines.gap();
        lines.add(1, "What can be done:");
        Remedies.of(deadlock).forEach(each -> lines.add(1, "- " + each));
    }

    private String headline() {
        List<ActorView> members = deadlock.members();
        return switch (deadlock.kind()) {
            case CYCLE -> ring(members.subList(0, deadlock.cycle().size())) + " and can never continue" + besides();
            case STARVED_POOL -> crowd(members)
                    + " can never continue: the message pool has too few free slots, and no actor can free more";
            case NOBODY_LEFT -> crowd(members) + " can never continue: no actor is left to wake "
                    + (members.size() == 1 ? "it" : "them");
        };
    }

    private static String ring(List<ActorView> members) {
        return crowd(members) + (members.size() == 1 ? " waits for itself" : " wait for each other");
    }

    /** Those who wait for the ones of the cycle, and are in no cycle. */
    private String besides() {
        int others = deadlock.members().size() - deadlock.cycle().size();
        return others == 0 ? "" : ", nor can " + Lines.count(others, "other") + " because of them";
    }

    private static String crowd(List<ActorView> some) {
        int threads = (int) some.stream().filter(ActorText::isOutside).count();
        String actors = Lines.count(some.size() - threads, "actor");
        if (threads == 0) {
            return actors;
        }
        return (threads == some.size() ? "" : actors + " and ") + Lines.count(threads, "external thread");
    }

    private void cycle() {
        List<Identity> cycle = deadlock.cycle();
        if (cycle.isEmpty()) {
            return;
        }
        var arrows = new StringBuilder("Who waits for whom: ");
        cycle.stream().limit(MOST_MEMBERS).forEach(each -> arrows.append(each).append(" -> "));
        if (cycle.size() > MOST_MEMBERS) {
            arrows.append("(").append(cycle.size() - MOST_MEMBERS).append(" more) -> ");
        }
        lines.add(1, arrows.append(cycle.getFirst()).toString());
    }

    private void whoKeepsSlots() {
        if (deadlock.slots() == 0) {
            lines.add(1, "None of them keeps a slot: the pool is too small for what they want.");
            return;
        }
        lines.add(1, Lines.count(deadlock.slots(), "slot") + " of the pool will never be given back:");
        List<ActorView> keepers = new ArrayList<>(deadlock.members());
        keepers.addAll(deadlock.holders());
        keepers.removeIf(each -> each.slots() == 0);
        keepers.sort(Comparator.comparingInt(ActorView::slots).reversed());
        lines.some(MOST_OTHERS, 2, keepers, each -> lines.add(2, each.identity() + " keeps " + each.slots()
                + (deadlock.holders().contains(each) ? ", and no actor is left to wake it" : "")));
        lines.some(MOST_OTHERS, 2, deadlock.keepers(), each -> lines.add(2, each.name() + " keeps " + each.slots()
                + ", and no actor is left to read what it has"));
    }

    private void whoIsMissing() {
        lines.add(1, "What is missing:");
        lines.some(MOST_OTHERS, 2, new Missing(deadlock).all(), each -> lines.add(2, each));
    }
}
