package io.hiveactor.runtime;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/** How much the Lincheck tests do: few orders of few calls in each build, many in the profile stress. */
final class Lincheck {
    private Lincheck() {}

    /**
     * The model checker: it runs the threads one at a time and decides after each access to memory who goes on. So it
     * knows no reordering of memory accesses; that is jcstress work, in the module stress.
     */
    static ModelCheckingOptions options() {
        return new ModelCheckingOptions()
                .iterations(Integer.getInteger("hive.lincheck.scenarios", 10))
                .invocationsPerIteration(Integer.getInteger("hive.lincheck.orders", 100))
                .actorsBefore(0)
                .actorsPerThread(4)
                .actorsAfter(1);
    }
}
