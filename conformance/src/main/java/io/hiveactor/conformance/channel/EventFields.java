package io.hiveactor.conformance.channel;

import static io.hiveactor.ipc.port.ChannelTablePort.NEVER;

import io.hiveactor.ipc.channel.ChannelEvent;
import io.hiveactor.ipc.channel.ChannelTarget;
import org.jspecify.annotations.Nullable;

/** Events in the form of the vectors. */
final class EventFields {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long INFINITE = 65_535;

    private EventFields() {}

    /** Null for what HSX does not tell. */
    static @Nullable Fields of(ChannelEvent event) {
        return switch (event) {
            case ChannelEvent.Sent e -> about("mailbox_send", e.pid(), e.descriptor(), e.handle())
                    .put("length", e.length()).put("flags", e.flags()).put("channel", e.channel())
                    .put("src_pid", e.sourcePid());
            case ChannelEvent.Received e -> about("mailbox_recv", e.pid(), e.descriptor(), e.handle())
                    .put("length", e.length()).put("flags", e.flags()).put("channel", e.channel())
                    .put("src_pid", e.sourcePid());
            case ChannelEvent.Waits e -> about("mailbox_wait", e.pid(), e.descriptor(), e.handle())
                    .put("timeout", e.timeoutNanos() == NEVER ? INFINITE : e.timeoutNanos() / NANOS_PER_MILLI)
                    .put("deadline_ms", e.deadlineNanos() == NEVER ? null : e.deadlineNanos() / NANOS_PER_MILLI);
            case ChannelEvent.Woken e -> about("mailbox_wake", e.pid(), e.descriptor(), e.handle())
                    .put("status", e.status().code()).put("length", e.length()).put("flags", e.flags())
                    .put("channel", e.channel()).put("src_pid", e.sourcePid());
            case ChannelEvent.TimedOut e -> about("mailbox_timeout", e.pid(), e.descriptor(), e.handle())
                    .put("status", e.status().code()).put("length", 0).put("flags", 0).put("channel", 0)
                    .put("src_pid", 0);
            case ChannelEvent.Overrun e -> named("mailbox_overrun").put("pid", e.pid())
                    .put("descriptor", e.descriptor()).put("dropped_seq", e.sequence())
                    .put("dropped_length", e.length()).put("dropped_flags", e.flags()).put("channel", e.channel())
                    .put("reason", "fanout_drop").put("queue_depth", e.depthLeft());
            case ChannelEvent.Backpressure e -> named("mailbox_backpressure").put("descriptor", e.descriptor())
                    .put("policy", e.isFanOut() ? "fanout_block" : "single").put("capacity", e.capacity())
                    .put("bytes_used", e.bytesUsed()).put("requested", e.requested());
            case ChannelEvent.TapLimited e -> named("mailbox_backpressure").put("descriptor", e.descriptor())
                    .put("policy", "tap_rate_limit").put("tap_pid", e.tapPid()).put("tap_handle", e.tapHandle())
                    .put("limit", e.limit());
            case ChannelEvent.PoolExhausted e -> exhausted("descriptor_pool_full")
                    .put("namespace", e.target().namespace().code()).put("name", e.target().name())
                    .put("owner", owner(e.target())).put("max_descriptors", e.maxDescriptors());
            case ChannelEvent.HandlesExhausted e -> exhausted("handle_limit").put("pid", e.pid())
                    .put("handle_limit", e.handleLimit()).put("handles", e.handles());
            case ChannelEvent.Failed e -> named("mailbox_error").put("pid", e.pid()).put("fn", e.operation().code())
                    .put("error", e.status().text()).put("status", e.status().code());
            case ChannelEvent.BindsExhausted _, ChannelEvent.Freed _ -> null;
        };
    }

    static @Nullable Integer owner(ChannelTarget target) {
        return target.owner() == ChannelTarget.NO_OWNER ? null : target.owner();
    }

    private static Fields about(String type, int pid, int descriptor, int handle) {
        return named(type).put("pid", pid).put("descriptor", descriptor).put("handle", handle);
    }

    private static Fields exhausted(String reason) {
        return named("mailbox_exhausted").put("reason", reason);
    }

    private static Fields named(String type) {
        return Fields.empty().put("type", type);
    }
}
