package io.hiveactor.runtime.port;

import org.jspecify.annotations.Nullable;

/** Where something goes that is brought from elsewhere in a slot of the message pool: a part of a sister module, on its shard. */
public interface SlotReceiver {
    /**
     * Whether one more may be brought; if so, it is. By whoever brings it, when all else is done: it must not block, allocate
     * or throw. <b>Threads:</b> any thread.
     */
    boolean admits();

    /**
     * It has come. The slot is the receiver's now, see {@link ShardSlots#adopt}, and the bytes are in it. As {@link
     * ShardTask#run}. <b>Threads:</b> the receiver's shard.
     */
    void arrived(int slot, @Nullable Object object, int length);
}
