package io.hiveactor.runtime;

import org.jspecify.annotations.Nullable;

/**
 * What actors of a shard want done elsewhere, while they wait. It is handed over at the base of the stack: theirs may be at its
 * end.
 *
 * <p><b>Threads:</b> owner only, the shard.
 */
final class PendingWork {
    private final Shard shard;
    private @Nullable OffloadTask<?, ?> offloads;
    private @Nullable ServedWait calls;

    PendingWork(Shard shard) {
        this.shard = shard;
    }

    /** Has work given to the offload threads. A leaf. */
    void offload(OffloadTask<?, ?> task) {
        task.nextPending = offloads;
        offloads = task;
    }

    /** Has a call submitted as soon as its actor has been set aside. A leaf. */
    void submit(ServedWait call) {
        if (!call.isInLine) { // of a wait that could not be, if it is
            call.isInLine = true;
            call.nextPending = calls;
            calls = call;
        }
        shard.messagesLeft = 0;
    }

    /** By the loop, in each turn. */
    void handOver() {
        while (offloads != null) {
            OffloadTask<?, ?> task = offloads;
            offloads = task.nextPending;
            task.nextPending = null;
            if (!task.isDropped) {
                shard.hive.offload.submit(task);
            }
        }
        while (calls != null) {
            ServedWait call = calls;
            calls = call.nextPending;
            call.nextPending = null;
            call.isInLine = false;
            call.submit();
        }
    }
}
