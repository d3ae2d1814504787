package io.hiveactor.runtime;

/** How a link ended. */
public enum LinkStatus {
    /** The two are linked: if one ends, the other receives its EXIT. Also if they were before. */
    LINKED,
    /** The other is dead, or no actor. */
    NO_TARGET,
    /** This actor has as many links and monitors as a hive may have actors. */
    NO_MEMORY
}
