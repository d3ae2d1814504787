package io.hiveactor.ipc.channel;

import java.util.ArrayList;
import java.util.List;

/** What the table knows of one pid, from its first call to its exit. */
final class Task {
    final int pid;
    List<Handle> handles = new ArrayList<>(); // replaced by tests only
    /** Of what it opens and binds itself; external threads, all of them pid 0, have one each. */
    final Quota own = new Quota(this, null);
    final int[] stdio = new int[StdioStream.values().length]; // handle numbers; 0 for none
    long steps; // but for those of its handles
    long wakes;
    long timeouts;
    long failures;
    int lastHandle;

    Task(int pid) {
        if (pid < 0) {
            throw new IllegalArgumentException("a pid must not be negative: " + pid);
        }
        this.pid = pid;
    }

    TaskCounters counters() {
        long all = steps;
        for (Handle handle : handles) {
            all += handle.steps;
        }
        return new TaskCounters(all, wakes, timeouts, failures);
    }

    void forget(Handle handle) {
        handles.remove(handle);
        steps += handle.steps;
    }

    boolean hasOpened() {
        return lastHandle > 0;
    }

    boolean hasNumbersLeft() {
        return lastHandle < Integer.MAX_VALUE;
    }

    /** Numbers count up and are not used again, so an old number never means another channel. */
    int nextHandle() {
        return ++lastHandle;
    }
}
