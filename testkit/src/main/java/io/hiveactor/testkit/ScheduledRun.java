package io.hiveactor.testkit;

import io.hiveactor.runtime.explore.Turn;
import io.hiveactor.runtime.explore.TurnChooser;
import io.hiveactor.testkit.ScheduleExplorer.Branch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One run of an explored test: makes the choices that it was given, then default choices, and notes where there were
 * others.
 *
 * <p><b>Threads:</b> owner only.
 */
final class ScheduledRun implements TurnChooser {
    /** More turns than any small system needs: actors that never come to rest are a failure. */
    static final int MAX_TURNS = 10_000;

    private final Branch given;
    private final boolean isReduced;
    private final List<Integer> choices = new ArrayList<>();
    private final List<Turn> turns = new ArrayList<>();
    private final List<Branch> branches = new ArrayList<>();
    /** Actors whose next turn need not be tried here, each with what it did where it was tried. */
    private Map<String, Turn> asleep = new LinkedHashMap<>();
    /** The state of the last choice, until its turn is known. */
    private @Nullable State deciding;

    private boolean isRedundant;
    private int turnCount;

    /**
     * A point with several ready actors.
     *
     * @param asleep the actors that were asleep on arrival
     * @param tried what each actor did that was chosen here, in the order of the attempts
     */
    record State(Map<String, Turn> asleep, Map<String, Turn> tried) {}

    ScheduledRun(Branch given, boolean isReduced) {
        this.given = given;
        this.isReduced = isReduced;
    }

    @Override
    public int choose(List<String> ready) {
        if (++turnCount > MAX_TURNS) {
            throw new IllegalStateException("the schedule has not ended after " + MAX_TURNS + " turns; ready: " + ready);
        }
        deciding = null;
        int chosen = 0;
        if (ready.size() > 1) {
            int position = choices.size();
            chosen = position < given.choices().size() ? repeat(position, ready) : extend(ready);
            choices.add(chosen);
        } else if (asleep.containsKey(ready.getFirst()) && choices.size() >= given.choices().size()) {
            isRedundant = true;
        }
        return chosen;
    }

    private int repeat(int position, List<String> ready) {
        int chosen = given.choices().get(position);
        if (chosen < 0 || chosen >= ready.size()) {
            throw new NoSuchChoice("choice " + chosen + " at position " + position + ", where only " + ready.size()
                    + " actors are ready: " + ready + "; does the test do the same in each run?");
        }
        State state = given.state();
        if (position == given.choices().size() - 1 && state != null) {
            asleep = new LinkedHashMap<>(state.asleep);
            asleep.putAll(state.tried);
            deciding = state;
        }
        return chosen;
    }

    private int extend(List<String> ready) {
        int chosen = 0;
        while (chosen < ready.size() && asleep.containsKey(ready.get(chosen))) {
            chosen++;
        }
        if (chosen == ready.size()) {
            isRedundant = true;
        }
        if (isRedundant) {
            return 0;
        }
        var state = new State(Map.copyOf(asleep), new LinkedHashMap<>());
        deciding = state;
        for (int other = 0; other < ready.size(); other++) {
            if (other != chosen && !asleep.containsKey(ready.get(other))) {
                branches.add(new Branch(withLast(other), state));
            }
        }
        return chosen;
    }

    private List<Integer> withLast(int choice) {
        List<Integer> all = new ArrayList<>(choices);
        all.add(choice);
        return all;
    }

    @Override
    public void onTurn(Turn turn) {
        turns.add(turn);
        State state = deciding;
        if (state != null && isReduced) {
            state.tried.put(turn.actor(), turn);
        }
        asleep.values().removeIf(other -> !other.isIndependentOf(turn));
        deciding = null;
    }

    /** @throws NoSuchChoice if the run has ended before a choice that it was given */
    void checkAllMade() {
        for (int i = choices.size(); i < given.choices().size(); i++) {
            if (given.choices().get(i) != 0) {
                throw new NoSuchChoice("choice " + given.choices().get(i) + " at position " + i + ", but the schedule has only "
                        + choices.size() + " choices; does the test do the same in each run?");
            }
        }
    }

    /** Whether every ready actor was asleep at some point: another run has an equivalent schedule. */
    boolean isRedundant() {
        return isRedundant;
    }

    /** The choices where several actors were ready. */
    List<Integer> choices() {
        return choices;
    }

    List<Turn> turns() {
        return turns;
    }

    /** The alternatives to the default choices of this run. */
    List<Branch> branches() {
        return branches;
    }

    /** The run has come to a point where a given choice is none. */
    static final class NoSuchChoice extends IllegalStateException {
        private static final long serialVersionUID = 1;

        NoSuchChoice(String message) {
            super(message);
        }
    }
}
