package io.hiveactor.runtime.fiber;

import org.jspecify.annotations.Nullable;

/** Which of the two modes this JVM can give. */
public final class FiberModes {
    /** What a JVM must be started with for fibers on their own carrier. */
    public static final String FLAG = JdkInternals.FLAG;

    private FiberModes() {}

    /** Why fibers cannot run on a carrier of their own here, or null if they can. Tested once per JVM. */
    public static @Nullable String whyNotCarried() {
        return Tested.WHY_NOT;
    }

    /** @param closed why the JDK's doors are closed; null if they are open, and then it is tried */
    static @Nullable String verdict(@Nullable Exception closed, CarriedSelfTest trial) {
        return closed == null
                ? trial.verdict()
                : "the JVM was started without " + FLAG + " (" + closed.getClass().getSimpleName() + ")";
    }

    private static final class Tested {
        static final @Nullable String WHY_NOT = verdict(JdkInternals.whyClosed(), new CarriedSelfTest());
    }
}
