package io.hiveactor.ipc.channel;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The channels that a task gets when it is registered: its standard streams, and one by its pid. */
final class Stdio {
    private final int[] modes = {ChannelModes.RDWR, ChannelModes.RDWR, ChannelModes.RDWR};
    private final ChannelProfile profile;
    private final Registry registry;
    private final Exchange exchange;
    private final Events events;

    Stdio(ChannelProfile profile, Registry registry, Exchange exchange, Events events) {
        this.profile = profile;
        this.registry = registry;
        this.exchange = exchange;
        this.events = events;
    }

    /** All or nothing. A task that is registered already gets back what it has closed. */
    RegisterResult register(int pid) {
        Task task = registry.task(pid);
        registry.releaseEndedThreads();
        if (!hasDescriptors(pid) || !hasHandles(task)) {
            return RegisterResult.not(ChannelStatus.NO_DESCRIPTOR);
        }
        for (ChannelTarget target : targets(pid)) {
            bind(target);
        }
        for (StdioStream stream : StdioStream.values()) {
            open(task, stream);
        }
        targets(pid).forEach(registry::keep);
        return new RegisterResult(ChannelStatus.OK, task.stdio[0], task.stdio[1], task.stdio[2]);
    }

    private List<ChannelTarget> targets(int pid) {
        return Stream.of(StdioStream.IN.target(pid), StdioStream.OUT.target(pid), StdioStream.ERR.target(pid),
                        ChannelTarget.ofPid(pid))
                .filter(target -> profile.namespaces().contains(target.namespace()))
                .toList();
    }

    private boolean hasDescriptors(int pid) {
        int room = registry.room();
        for (ChannelTarget target : targets(pid)) {
            if (registry.find(target) == null && room-- == 0) {
                events.poolExhausted(target, profile.maxDescriptors());
                return false;
            }
        }
        return true;
    }

    private boolean hasHandles(Task task) {
        long missing = targets(task.pid).stream().filter(target -> target.namespace() == Namespace.SVC).count();
        for (StdioStream stream : StdioStream.values()) {
            missing -= handle(task, stream) == null ? 0 : 1;
        }
        if (task.own.handles + missing <= profile.handleLimit()) {
            return true;
        }
        events.handlesExhausted(task.own, profile.handleLimit());
        return false;
    }

    private void bind(ChannelTarget target) {
        int mode = ChannelModes.RDWR;
        for (StdioStream stream : StdioStream.values()) {
            mode = stream.isNameOf(target) ? modes[stream.ordinal()] : mode;
        }
        Descriptor unused = registry.bind(target, 0, mode, null);
    }

    private void open(Task task, StdioStream stream) {
        Descriptor descriptor = registry.find(stream.target(task.pid));
        Handle present = handle(task, stream);
        if (present != null && present.isRevoked()) {
            registry.close(present); // of a channel that was ended: the task gets the new one
            present = null;
        }
        if (descriptor != null && present == null) {
            Handle opened = registry.open(task.own, descriptor, 0);
            task.stdio[stream.ordinal()] = opened == null ? 0 : opened.number;
        }
    }

    private @Nullable Handle handle(Task task, StdioStream stream) {
        return registry.handle(task.pid, task.stdio[stream.ordinal()]);
    }

    /** The bytes written: all or none. */
    int write(int pid, StdioStream stream, ChannelMessage message) {
        Task task = registry.knownTask(pid); // the output of an exited task must not make its pid known again
        Handle handle = task == null ? null : handle(task, stream);
        if (handle == null || handle.isRevoked()) {
            return 0;
        }
        message.flags(stream.flag()).channel(0);
        return exchange.send(handle, message, null, 0) == ChannelStatus.OK ? message.length : 0;
    }

    /** Sets the mode for tasks to come. @return the channels that were changed at once */
    List<Integer> configure(StdioStream stream, int mode, boolean alsoExisting) {
        if ((mode & ~0xFFFF) != 0) {
            throw new IllegalArgumentException("a mode has 16 bits: 0x" + Integer.toHexString(mode));
        }
        modes[stream.ordinal()] = mode;
        List<Integer> changed = new ArrayList<>();
        for (Descriptor d : registry.descriptors()) {
            if (alsoExisting && stream.isNameOf(d.target)) {
                registry.rebind(d, 0, mode);
                changed.add(d.id);
            }
        }
        return changed;
    }
}
