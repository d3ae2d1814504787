package io.hiveactor.runtime;

/** Why a selective receive returned no message, besides the reasons of {@link NoMessage}. */
public enum NoMatch implements Matched {
    /** The wait had no timeout and could never have ended; see {@link DeadlockPolicy#FAIL}. */
    DEADLOCK
}
