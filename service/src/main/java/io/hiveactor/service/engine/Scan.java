package io.hiveactor.service.engine;

/** What the scanner is told. */
sealed interface Scan {
    /** The next lease or delay ends after this time; {@link Long#MAX_VALUE} if none does. */
    record NextDue(long delayMs) implements Scan {}

    /** Its timer. */
    record Look() implements Scan {}

    /** The committer ended and has to be asked again. */
    record CommitterEnded() implements Scan {}
}
