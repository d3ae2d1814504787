package io.hiveactor.runtime.diagnosis;

/** A deadlock in words. */
final class DeadlockText {
    private DeadlockText() {}

    static String of(Deadlock deadlock) {
        return deadlock.kind() + ": " + deadlock.members();
    }
}
