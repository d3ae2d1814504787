package io.hiveactor.runtime.explore;

import java.util.List;

/**
 * Decides which actor runs next in an explored simulation, and is told what each turn did.
 *
 * <p><b>Threads:</b> owner only, the thread that runs the simulation.
 */
public interface TurnChooser {
    /**
     * Chooses the actor that runs next.
     *
     * @param ready the ids of the actors that can run, never empty; the one that has been ready for longest comes first
     * @return an index into {@code ready}
     */
    int choose(List<String> ready);

    /** The chosen actor has run, and all that it sent has reached its receivers. Called before the next choice. */
    void onTurn(Turn turn);
}
