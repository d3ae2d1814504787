package io.hiveactor.conformance.channel;

import io.hiveactor.ipc.channel.BindResult;
import io.hiveactor.ipc.channel.ChannelEvent;
import io.hiveactor.ipc.channel.ChannelListener;
import io.hiveactor.ipc.channel.ChannelMessage;
import io.hiveactor.ipc.channel.ChannelProfile;
import io.hiveactor.ipc.channel.ChannelStatus;
import io.hiveactor.ipc.channel.OpenResult;
import io.hiveactor.ipc.channel.Peek;
import io.hiveactor.ipc.channel.RegisterResult;
import io.hiveactor.ipc.channel.StdioStream;
import io.hiveactor.ipc.channel.TaskCounters;
import io.hiveactor.ipc.port.ChannelTablePort;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The executive of a scenario: it makes the recorded calls, one at a time, and tells the results in the same form. */
final class Player implements ChannelListener {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int INFINITE = 65_535;
    private static final HexFormat HEX = HexFormat.of();

    private final ChannelTablePort table;
    private final List<Object> events = new ArrayList<>();
    private final List<Object> woken = new ArrayList<>();
    private final List<Object> timedOut = new ArrayList<>();
    private final Map<Integer, TaskCounters> ended = new HashMap<>(); // the recording counts on after an exit
    private long nowNanos;

    Player(ChannelProfile profile) {
        table = ChannelTablePort.open(profile, () -> nowNanos, this);
    }

    @Override
    public void on(ChannelEvent event) {
        Fields fields = EventFields.of(event);
        if (fields != null) {
            events.add(fields.values());
        }
    }

    Map<String, @Nullable Object> play(String operation, Fields arguments) {
        events.clear();
        woken.clear();
        timedOut.clear();
        Fields result = result(operation, arguments);
        if (!events.isEmpty()) {
            result.put("events", List.copyOf(events));
        }
        return result.values();
    }

    private Fields result(String operation, Fields arguments) {
        return switch (operation) {
            case "register_task" -> register(arguments.number("pid"));
            case "bind" -> bind(arguments);
            case "open" -> open(arguments);
            case "send" -> send(arguments);
            case "recv" -> receive(arguments);
            case "peek" -> peek(arguments);
            case "tap" -> tap(arguments);
            case "close" -> close(arguments);
            case "advance" -> advance(arguments.number("ms"));
            case "exit" -> exit(arguments.number("pid"));
            case "stdio_write" -> write(arguments);
            case "config_stdio" -> configureStdio(arguments);
            case "set_tap_rate_limit" -> limitTaps(arguments.number("limit"));
            case "snapshot" -> StateFields.snapshot(table.snapshot());
            case "counters" -> StateFields.counters(counters());
            default -> throw new IllegalArgumentException("unknown operation: " + operation);
        };
    }

    private Fields register(int pid) {
        RegisterResult registered = table.register(pid);
        Fields result = status(registered.status());
        if (registered.status() == ChannelStatus.OK) {
            result.put("handles", Fields.empty()
                    .put("stdin", registered.stdin())
                    .put("stdout", registered.stdout())
                    .put("stderr", registered.stderr())
                    .values());
        }
        return result;
    }

    private Fields bind(Fields arguments) {
        BindResult bound = table.bind(
                arguments.number("pid"),
                arguments.text("target"),
                arguments.number("capacity") & 0xFFFF,
                arguments.number("mode") & 0xFFFF);
        Fields result = status(bound.status());
        table.describe(bound.descriptor())
                .map(StateFields::identity)
                .ifPresent(fields -> fields.values().forEach(result::put));
        return after(result, bound.descriptor());
    }

    private Fields open(Fields arguments) {
        OpenResult opened =
                table.open(arguments.number("pid"), arguments.text("target"), arguments.number("flags") & 0xFFFF);
        Fields result = status(opened.status());
        if (opened.status() == ChannelStatus.OK) {
            result.put("handle", opened.handle()).put("descriptor", opened.descriptor());
        }
        return after(result, opened.descriptor());
    }

    private Fields send(Fields arguments) {
        int descriptor = descriptor(arguments);
        ChannelMessage message = message(arguments)
                .flags(arguments.number("flags") & 0xFFFF)
                .channel(arguments.number("channel") & 0xFFFF);
        ChannelStatus status = table.send(arguments.number("pid"), arguments.number("handle"), message);
        Fields result = status(status)
                .put("bytes_sent", status == ChannelStatus.OK ? message.length() : 0)
                .put("woken", List.copyOf(woken));
        if (descriptor != 0) {
            result.put("seq", sequence(message));
        }
        return after(result, descriptor);
    }

    private static @Nullable Long sequence(ChannelMessage message) {
        return message.sequence() == ChannelMessage.NO_SEQUENCE ? null : message.sequence();
    }

    private Fields receive(Fields arguments) {
        int pid = arguments.number("pid");
        int handle = arguments.number("handle");
        int timeout = arguments.number("timeout") & 0xFFFF;
        var into = new ChannelMessage(arguments.number("max_len"));
        ChannelStatus status = timeout == 0
                ? table.receive(pid, handle, into)
                : table.receive(pid, handle, into,
                        timeout == INFINITE ? ChannelTablePort.NEVER : timeout * NANOS_PER_MILLI,
                        outcome -> completed(pid, handle, into, outcome));
        Fields result = status(status);
        if (status == ChannelStatus.OK) {
            putMessage(result, into);
        }
        return after(result, descriptor(arguments));
    }

    /** A receive that waited has ended. */
    private void completed(int pid, int handle, ChannelMessage message, ChannelStatus outcome) {
        Fields completion = Fields.empty().put("pid", pid).put("handle", handle);
        status(outcome).values().forEach(completion::put);
        if (outcome == ChannelStatus.OK) {
            putMessage(completion, message);
            woken.add(completion.values());
        } else {
            putHeader(completion, message);
            timedOut.add(completion.values());
        }
    }

    private static void putMessage(Fields result, ChannelMessage message) {
        putHeader(result, message);
        result.put("seq", sequence(message))
                .put("payload", HEX.formatHex(message.bytes(), 0, message.length()));
    }

    private static void putHeader(Fields result, ChannelMessage message) {
        result.put("length", message.length())
                .put("flags", message.flags())
                .put("channel", message.channel())
                .put("src_pid", message.sourcePid());
    }

    private Fields peek(Fields arguments) {
        var peek = new Peek();
        ChannelStatus status = table.peek(arguments.number("pid"), arguments.number("handle"), peek);
        Fields result = status(status);
        if (status == ChannelStatus.OK) {
            result.put("depth", peek.depth())
                    .put("bytes_used", peek.bytesUsed())
                    .put("next_len", peek.nextLength())
                    .put("capacity", peek.capacity())
                    .put("head_seq", peek.headSequence())
                    .put("next_seq", peek.nextSequence())
                    .put("mode", peek.mode());
        }
        return after(result, descriptor(arguments));
    }

    private Fields tap(Fields arguments) {
        int enable = arguments.number("enable");
        ChannelStatus status = enable == 0 || enable == 1
                ? table.tap(arguments.number("pid"), arguments.number("handle"), enable == 1)
                : ChannelStatus.INVALID_ARGUMENT;
        return after(status(status), descriptor(arguments));
    }

    private Fields close(Fields arguments) {
        int descriptor = descriptor(arguments);
        return after(status(table.close(arguments.number("pid"), arguments.number("handle"))), descriptor);
    }

    private Fields advance(int millis) {
        nowNanos += millis * NANOS_PER_MILLI;
        table.expireDue();
        return Fields.empty().put("now_ms", nowNanos / NANOS_PER_MILLI).put("timed_out", List.copyOf(timedOut));
    }

    private Fields exit(int pid) {
        ended.merge(pid, table.exit(pid), TaskCounters::plus);
        return Fields.empty().put("killed", pid).put("woken", List.copyOf(woken));
    }

    private Map<Integer, TaskCounters> counters() {
        Map<Integer, TaskCounters> all = new HashMap<>(ended);
        table.counters().forEach((pid, counters) -> all.merge(pid, counters, TaskCounters::plus));
        return all;
    }

    private Fields write(Fields arguments) {
        int pid = arguments.number("pid");
        StdioStream stream = arguments.number("fd") == 1 ? StdioStream.OUT : StdioStream.ERR;
        int written = table.write(pid, stream, message(arguments));
        Fields result = Fields.empty().put("bytes_written", written).put("woken", List.copyOf(woken));
        table.snapshot().channels().stream()
                .filter(channel -> channel.target().equals(stream.target(pid)))
                .findFirst()
                .ifPresent(channel -> result.put("after", StateFields.after(channel).values()));
        return result;
    }

    private Fields configureStdio(Fields arguments) {
        String name = arguments.text("stream").toUpperCase(Locale.ROOT);
        StdioStream stream = StdioStream.valueOf(name.startsWith("STD") ? name.substring(3) : name);
        List<Integer> updated =
                table.configureStdio(stream, arguments.number("mode"), arguments.truth("update_existing"));
        return Fields.empty().put("status", "OK").put("updated", StateFields.longs(updated));
    }

    private Fields limitTaps(int limit) {
        table.limitTaps(limit);
        return Fields.empty().put("limit", limit);
    }

    private int descriptor(Fields arguments) {
        return table.descriptor(arguments.number("pid"), arguments.number("handle"));
    }

    private static ChannelMessage message(Fields arguments) {
        return new ChannelMessage(HEX.parseHex(arguments.text("payload")));
    }

    private Fields after(Fields result, int descriptor) {
        table.describe(descriptor).map(StateFields::after).map(Fields::values)
                .ifPresent(after -> result.put("after", after));
        return result;
    }

    private static Fields status(ChannelStatus status) {
        return Fields.empty()
                .put("status", status.name())
                .put("code", status == ChannelStatus.WAITING ? null : status.code());
    }
}
