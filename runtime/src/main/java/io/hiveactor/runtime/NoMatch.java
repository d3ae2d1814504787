package io.hiveactor.runtime;

/** Why a selective receive, and no other, gave no message. */
public enum NoMatch implements Matched {
    /** It had no timeout, and could never have ended; see {@link DeadlockPolicy#FAIL}. */
    DEADLOCK
}
