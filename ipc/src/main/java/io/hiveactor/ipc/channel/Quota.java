package io.hiveactor.ipc.channel;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one task, or one external thread, uses of the limits that the profile sets for each of them. */
final class Quota {
    final Task task;
    /** Null if the task itself is charged; then its exit gives everything back. */
    final @Nullable Thread thread;
    /** Channels that it has bound and that no task has opened since. */
    final List<Descriptor> unopened = new ArrayList<>(0);

    int handles;

    Quota(Task task, @Nullable Thread thread) {
        this.task = task;
        this.thread = thread;
    }

    boolean isUnused() {
        return handles == 0 && unopened.isEmpty();
    }

    boolean hasEnded() {
        return thread != null && !thread.isAlive();
    }
}
