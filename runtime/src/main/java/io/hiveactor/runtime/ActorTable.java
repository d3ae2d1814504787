package io.hiveactor.runtime;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The actors of one shard, by a small number each, which a later actor may get again. Whoever lists actors for
 * every message, as the run queue does, lists their numbers.
 *
 * <p><b>Threads:</b> owner only.
 */
final class ActorTable {
    static final int NOBODY = -1;

    /** By number; null where there is none. Grows, and never shrinks. */
    @Nullable Actor[] at = new Actor[64];

    private int[] free = new int[0];
    private int freeCount;
    private int used;
    private int size;

    int size() {
        return size;
    }

    /** One above the largest number in use. */
    int bound() {
        return used;
    }

    void add(Actor actor) {
        int number = freeCount > 0 ? free[--freeCount] : used++;
        if (number == at.length) {
            at = Arrays.copyOf(at, number * 2);
        }
        at[number] = actor;
        actor.number = number;
        size++;
    }

    void remove(Actor actor) {
        at[actor.number] = null;
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, Math.max(64, freeCount * 2));
        }
        free[freeCount++] = actor.number;
        size--;
    }

    Actor get(int number) {
        Actor actor = at[number];
        if (actor == null) {
            throw new IllegalStateException("no actor has the number " + number);
        }
        return actor;
    }
}
