package io.hiveactor.bus;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.diagnosis.Wait;
import io.hiveactor.runtime.port.ShardCall;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A publish on its way to the ring, and in line there, for room or for a slot. */
final class PublishCall extends ShardCall implements AwaitingRoom {
    private final BusCore core;
    /** Whether it comes from another shard, or from outside. */
    private final boolean isFromElsewhere;
    private final int priority;
    private @Nullable Object object;
    private MemorySegment bytes = MemorySegment.NULL;
    /** What the bytes are copied into. It has as many as the last time, so there is a new one when that changes. */
    private MemorySegment buffer = MemorySegment.NULL;
    private PublishStatus outcome = PublishStatus.WOULD_BLOCK;

    PublishCall(BusCore core, boolean isFromElsewhere, int priority) {
        this.core = core;
        this.isFromElsewhere = isFromElsewhere;
        this.priority = priority;
    }

    /** What it publishes. Bytes are copied: the ring's thread may not be allowed to read their memory. */
    void prepare(@Nullable Object newObject, MemorySegment newBytes) {
        object = newObject;
        bytes = newBytes.byteSize() <= core.ring.maxBytes() ? copyOf(newBytes) : newBytes; // which is never read
    }

    private MemorySegment copyOf(MemorySegment from) {
        int length = (int) from.byteSize();
        if (buffer.byteSize() != length) {
            buffer = length == 0 ? MemorySegment.NULL : MemorySegment.ofArray(new byte[length]);
        }
        return buffer.copyFrom(from);
    }

    PublishStatus outcome() {
        object = null;
        bytes = MemorySegment.NULL;
        return outcome;
    }

    @Override
    public @Nullable Object object() {
        return object;
    }

    @Override
    public MemorySegment bytes() {
        return bytes;
    }

    @Override
    public int priority() {
        return priority;
    }

    @Override
    protected boolean begin(boolean mayWait) {
        outcome = core.ring.publish(object, bytes);
        core.watchAge();
        if (isFromElsewhere) {
            core.ring.share();
        }
        if (!mayWait || !isWorthWaiting(outcome)) {
            return true;
        }
        core.ring.await(this);
        core.watchAge();
        return false;
    }

    /** Whether a publish that may wait does so instead of ending like that. */
    static boolean isWorthWaiting(PublishStatus status) {
        return status == PublishStatus.WOULD_BLOCK || status == PublishStatus.NO_MEMORY;
    }

    @Override
    public void endsWith(PublishStatus status) {
        outcome = status;
        ended();
    }

    @Override
    @CanIgnoreReturnValue
    protected boolean giveUp(Ending why) {
        if (!core.ring.leave(this)) {
            return false;
        }
        outcome = switch (why) {
            case TIMEOUT -> PublishStatus.TIMEOUT;
            case DEADLOCK -> PublishStatus.DEADLOCK;
            case INTERRUPTED -> PublishStatus.INTERRUPTED;
            case FORSAKEN -> PublishStatus.WOULD_BLOCK;
        };
        core.watchAge(); // the next in line may have got the slot
        return true;
    }

    @Override
    protected void closed() {
        outcome = PublishStatus.CLOSED;
    }

    @Override
    public Wait explain() {
        return Explanation.ofPublish(core);
    }

    @Override
    public boolean isIdle() {
        return false;
    }
}
