package io.hiveactor.runtime;

/** The outcome of a link call. */
public enum LinkStatus {
    /** The actors are linked, now or already before: if one ends, the other receives an EXIT. */
    LINKED,
    /** The other has ended, or is not an actor. */
    NO_TARGET,
    /** This actor has {@link HiveConfig#maxActors()} links and monitors. */
    NO_MEMORY;

    /**
     * Does nothing for LINKED.
     *
     * @throws IllegalStateException for every other status
     */
    public void orThrow() {
        if (this != LINKED) {
            throw new IllegalStateException("not linked: " + this);
        }
    }
}
