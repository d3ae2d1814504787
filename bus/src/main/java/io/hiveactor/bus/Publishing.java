package io.hiveactor.bus;

import io.hiveactor.runtime.Priority;
import io.hiveactor.runtime.port.ActorCaller;
import io.hiveactor.runtime.port.ActorPort;
import io.hiveactor.runtime.port.OutsideCaller;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The way from a publisher to its bus, whatever it publishes. */
abstract sealed class Publishing permits BusPublisher, BytePublisher {
    private final BusCore core;
    private final Ring ring;
    // an actor's; null for threads outside
    private final @Nullable ActorPort port;
    private final @Nullable ActorCaller caller;
    private final @Nullable PublishCall call;
    private final boolean isHere;

    /** @param member null for threads outside */
    Publishing(BusCore core, @Nullable Member member) {
        this.core = core;
        ring = core.ring;
        port = member == null ? null : member.port;
        caller = member == null ? null : member.caller;
        isHere = member != null && member.isHere;
        call = member == null ? null : new PublishCall(core, !isHere, member.port.priority());
    }

    /** An actor's, which may wait at the ring; null for threads outside. */
    @Nullable PublishCall call() {
        return call;
    }

    PublishStatus publish(@Nullable Object object, MemorySegment bytes, long timeoutNanos) {
        ActorPort actor = port;
        if (actor == null) {
            return publishOutside(object, bytes, timeoutNanos);
        }
        long leftNanos = timeoutNanos;
        if (timeoutNanos == 0) {
            actor.enter();
        } else { // it may wait anyhow, so readers who are neighbours may run now and then
            leftNanos = actor.enterReceive(timeoutNanos);
        }
        if (isHere) {
            PublishStatus status = ring.publish(object, bytes);
            core.watchAge();
            if (timeoutNanos == 0 || !PublishCall.isWorthWaiting(status)) {
                return status;
            }
        } else if (canBeBrought(bytes) && actor.bring(core.shard, core, object, bytes)) {
            return PublishStatus.PUBLISHED;
        }
        return perform(object, bytes, leftNanos);
    }

    /** A file may be shorter by now, and the JVM may tell that so late that the entry would be on its way. */
    private boolean canBeBrought(MemorySegment bytes) {
        return bytes.byteSize() <= ring.maxBytes() && !bytes.isMapped();
    }

    /** By an actor that waits, or is elsewhere. */
    private PublishStatus perform(@Nullable Object object, MemorySegment bytes, long timeoutNanos) {
        PublishCall made = Objects.requireNonNull(call, "an actor's");
        made.prepare(object, bytes);
        Objects.requireNonNull(caller, "an actor's").perform(made, timeoutNanos);
        return made.outcome();
    }

    private PublishStatus publishOutside(@Nullable Object object, MemorySegment bytes, long timeoutNanos) {
        var caller = new OutsideCaller(core.hive, core.shard);
        if (canBeBrought(bytes) && core.port.bring(core.shard, core, object, bytes)) {
            return PublishStatus.PUBLISHED;
        }
        var made = new PublishCall(core, true, Priority.NORMAL.ordinal());
        made.prepare(object, bytes);
        caller.perform(made, timeoutNanos);
        return made.outcome();
    }
}
