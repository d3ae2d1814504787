package io.hiveactor.zoo;

import io.hiveactor.runtime.DeadlockPolicy;
import java.util.List;

/**
 * Where animals are kept.
 *
 * @param shards over which they are spread, one after the other
 * @param policy what happens when they are found to be deadlocked
 */
record Cage(int shards, DeadlockPolicy policy) {
    static final Cage ONE = new Cage(1, DeadlockPolicy.REPORT);

    static List<Cage> all() {
        return List.of(ONE, new Cage(2, DeadlockPolicy.REPORT), new Cage(3, DeadlockPolicy.REPORT),
                new Cage(1, DeadlockPolicy.FAIL), new Cage(2, DeadlockPolicy.FAIL), new Cage(3, DeadlockPolicy.FAIL));
    }

    boolean isFailing() {
        return policy == DeadlockPolicy.FAIL;
    }
}
