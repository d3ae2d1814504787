package io.hiveactor.runtime.diagnosis;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/** Finds by trying everything whose calls can end in a {@link SmallHive}. */
final class Search {
    private static final int MOST = 1_000_000;

    private final SmallHive hive;
    private final Set<Integer> stuck = new TreeSet<>();
    private final Set<Moment> seen = new HashSet<>();
    private final Deque<Moment> open = new ArrayDeque<>();

    private Search(SmallHive hive) {
        this.hive = hive;
    }

    /**
     * Those who wait for something particular, and whose call ends whatever happens never; not even by what somebody
     * idle hands on through a channel.
     */
    static Set<Integer> stuck(SmallHive hive) {
        return new Search(hive).run();
    }

    private Set<Integer> run() {
        for (int i = 0; i < hive.size(); i++) {
            if (hive.member(i).isParticular()) {
                stuck.add(i);
            }
        }
        var moves = new Moves(hive);
        visit(Moment.firstOf(hive));
        while (!open.isEmpty() && !stuck.isEmpty()) {
            moves.after(open.pop()).forEach(this::visit);
        }
        return stuck;
    }

    private void visit(Moment moment) {
        if (seen.add(moment)) {
            if (seen.size() > MOST) {
                throw new IllegalStateException("not small: " + hive);
            }
            stuck.removeIf(each -> moment.isFree(each) || moment.isServing(each));
            open.push(moment);
        }
    }
}
