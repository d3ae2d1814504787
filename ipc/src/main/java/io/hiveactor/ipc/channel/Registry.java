package io.hiveactor.ipc.channel;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Which channels, tasks and handles there are, and how they come and go. */
final class Registry {
    /*
     * A channel lives from its first bind until its last reference goes: an open handle, or the registration of a task
     * for its own four channels. Until it is first opened the binds themselves keep it: it goes when all tasks and
     * external threads that have bound it have ended, or when its owner exits. Each reference is limited: handles and
     * unopened binds by the quota of their task or thread, registrations to those four channels.
     */
    private final Map<ChannelTarget, Descriptor> descriptors = new LinkedHashMap<>(); // in the order of their numbers
    private final Map<Integer, Task> tasks = new TreeMap<>();
    private final LongMap<Handle> handles = new LongMap<>();
    private final Quotas quotas = new Quotas();
    private final ChannelProfile profile;
    private final Intake intake;
    private final Exchange exchange;
    private final Events events;
    int lastDescriptor;

    Registry(ChannelProfile profile, Intake intake, Exchange exchange, Events events) {
        this.profile = profile;
        this.intake = intake;
        this.exchange = exchange;
        this.events = events;
    }

    Collection<Descriptor> descriptors() {
        return descriptors.values();
    }

    Collection<Task> tasks() {
        return tasks.values();
    }

    @Nullable Descriptor find(ChannelTarget target) {
        return descriptors.get(target);
    }

    @Nullable Descriptor find(int descriptor) {
        return descriptors.values().stream().filter(d -> d.id == descriptor).findFirst().orElse(null);
    }

    @Nullable Handle handle(int pid, int number) {
        return handles.get(Handle.key(pid, number));
    }

    /** Null if the pid has made no call since its last exit. */
    @Nullable Task knownTask(int pid) {
        return tasks.get(pid);
    }

    /** The task of a pid, which is known from its first call to its exit. */
    Task task(int pid) {
        return tasks.computeIfAbsent(pid, Task::new);
    }

    /** @param by the external thread that calls; null for a task */
    Quota quota(int pid, @Nullable Thread by) {
        return quotas.of(task(pid), by);
    }

    /**
     * Makes a channel, or changes the one that is there, which is never refused.
     *
     * @param binder which keeps the channel until it is opened, unless it is at its limit and the channel was there;
     *     null if the channel is opened or kept otherwise at once
     * @return null if all descriptors are in use, or the binder has as many unopened channels as it may
     */
    @Nullable Descriptor bind(ChannelTarget target, int capacity, int mode, @Nullable Quota binder) {
        Descriptor bound = descriptors.get(target);
        if (bound == null) {
            bound = hasRoomFor(target) && mayBind(binder) ? create(target, capacity, mode) : null;
        } else {
            rebind(bound, capacity, mode);
        }
        if (bound != null && binder != null && bound.references() == 0 && hasBindFor(binder)) {
            quotas.addBind(binder, bound);
        }
        return bound;
    }

    private boolean mayBind(@Nullable Quota binder) {
        if (binder == null || hasBindFor(binder)) {
            return true;
        }
        events.bindsExhausted(binder, profile.bindLimit());
        return false;
    }

    private boolean hasBindFor(Quota binder) {
        return binder.unopened.size() < profile.bindLimit();
    }

    /** 0 changes nothing, and neither does what it has already. */
    void rebind(Descriptor known, int capacity, int mode) {
        if (capacity != 0 && capacity != known.queue.limit()) {
            known.resize(capacity);
        }
        if (mode != 0 && mode != known.mode()) {
            known.changeMode(mode);
        }
        exchange.settle(known);
    }

    private boolean hasRoomFor(ChannelTarget target) {
        if (room() == 0) {
            releaseEndedThreads();
        }
        if (room() > 0 && lastDescriptor < Integer.MAX_VALUE) {
            return true;
        }
        events.poolExhausted(target, profile.maxDescriptors());
        return false;
    }

    private Descriptor create(ChannelTarget target, int capacity, int mode) {
        int size = capacity == 0 ? profile.defaultCapacity() : capacity;
        var created = new Descriptor(++lastDescriptor, target, size, mode == 0 ? defaultMode(target) : mode, intake,
                events.hasListener());
        descriptors.put(target, created);
        return created;
    }

    private static int defaultMode(ChannelTarget target) {
        return target.namespace() == Namespace.SHARED ? ChannelModes.FANOUT | ChannelModes.FANOUT_DROP : 0;
    }

    boolean hasHandleFor(Quota quota) {
        return quota.handles < profile.handleLimit() && quota.task.hasNumbersLeft();
    }

    /** Null if the task or thread has as many handles as it may. */
    @Nullable Handle open(Quota quota, Descriptor descriptor, int flags) {
        if (!hasHandleFor(quota)) {
            events.handlesExhausted(quota, profile.handleLimit());
            return null;
        }
        Task task = quota.task;
        var opened = new Handle(quota, task.nextHandle(), descriptor, flags);
        task.handles.add(opened); // first: closeSince finds it there if anything else fails
        quotas.addHandle(quota);
        handles.put(opened.origin, opened);
        descriptor.add(opened);
        if ((flags & ChannelModes.TAP) != 0) {
            descriptor.startTap(opened);
        }
        exchange.settle(descriptor); // a first reader makes room: what was there is not kept for it
        lookAfterThreads(descriptor);
        quotas.removeBinds(descriptor); // last: until the open has succeeded, they keep the channel
        return opened;
    }

    /** The number of the latest handle of a pid; 0 if there is none. */
    int lastHandle(int pid) {
        Task task = tasks.get(pid);
        return task == null ? 0 : task.lastHandle;
    }

    /** Closes what a pid has opened after a handle: the call that opened it has failed, and gives no number. */
    void closeSince(int pid, int lastHandle) {
        for (Handle handle : List.copyOf(task(pid).handles)) {
            if (handle.number > lastHandle) {
                close(handle);
            }
        }
    }

    /** Frees the channel that a failed call has made and nothing keeps. */
    void freeUnused() {
        for (Descriptor d : List.copyOf(descriptors.values())) {
            if (d.isUnused()) {
                free(d);
            }
        }
    }

    void close(Handle handle) {
        forget(handle);
        detach(handle, ChannelStatus.INVALID_HANDLE);
    }

    private void forget(Handle handle) {
        handle.end();
        handle.task.forget(handle);
        quotas.removeHandle(handle.quota);
        handles.remove(handle.origin);
    }

    /** The handle stays, and its pid has to close it; until then it counts. */
    void revoke(Handle handle) {
        detach(handle, ChannelStatus.CLOSED);
        handle.revoke();
    }

    /** @param outcome of the waits on this handle; null to tell nobody */
    private void detach(Handle handle, @Nullable ChannelStatus outcome) {
        Descriptor d = handle.descriptor;
        if (handle.isRevoked()) {
            return;
        }
        exchange.endWaits(handle, outcome);
        d.stopTap(handle);
        d.remove(handle);
        d.reclaim();
        if (d.isUnused()) {
            free(d);
        } else {
            exchange.settle(d);
        }
    }

    private void free(Descriptor d) {
        descriptors.remove(d.target);
        quotas.removeBinds(d);
        d.queue.release();
        events.freed(d);
    }

    /** Ends a channel whoever uses it: handles are revoked, and all who wait are told. */
    void shut(Descriptor d) {
        d.isKept = false;
        d.isSettling = true; // so that nothing is served or admitted meanwhile
        try {
            if (d.handles.isEmpty()) {
                free(d);
            }
            List.copyOf(d.handles).forEach(this::revoke); // the last one frees it
        } finally {
            d.isSettling = false;
        }
    }

    void shutAllOf(int owner) {
        List.copyOf(descriptors.values()).stream().filter(d -> d.target.owner() == owner).forEach(this::shut);
    }

    int room() {
        return profile.maxDescriptors() - descriptors.size();
    }

    /** Has a registration keep a channel until its owner exits. */
    void keep(ChannelTarget target) {
        Descriptor kept = descriptors.get(target);
        if (kept != null) {
            kept.isKept = true;
        }
    }

    /** Whatever the task waits for is forgotten: it is gone, and nobody is there to be told. */
    TaskCounters exit(int pid) {
        Task task = tasks.remove(pid);
        if (task != null) {
            for (Handle handle : List.copyOf(task.handles)) {
                forget(handle);
                detach(handle, null);
            }
            releaseBinds(task.own);
        }
        for (Descriptor d : List.copyOf(descriptors.values())) { // also of one that never called: others may have bound them
            release(d, pid);
        }
        return task == null ? TaskCounters.ZERO : task.counters();
    }

    /** What was bound and never opened goes with the last one that has bound it. */
    private void releaseBinds(Quota quota) {
        for (Descriptor d : List.copyOf(quota.unopened)) {
            quotas.removeBind(quota, d);
            if (d.isUnused()) {
                free(d);
            }
        }
    }

    /**
     * Closes the handles of external threads that have ended, and frees what they left unopened.
     *
     * @return whether there was such a thread
     */
    @CanIgnoreReturnValue
    boolean releaseEndedThreads() {
        List<Quota> ended = quotas.ended();
        for (Quota quota : ended) {
            for (Handle handle : List.copyOf(quota.task.handles)) {
                if (handle.quota == quota) {
                    close(handle);
                }
            }
            releaseBinds(quota);
        }
        return !ended.isEmpty();
    }

    /** While a sender waits for a channel that an external thread has open, its end is looked for once a second. */
    void lookAfterThreads(Descriptor d) {
        if (d.mayAwaitThread()) {
            exchange.lookSoon();
        }
    }

    /** It is time to look for ended threads. */
    void lookForEndedThreads() {
        for (Descriptor d : descriptors.values()) {
            lookAfterThreads(d); // first: a release that fails must not be the last one
        }
        releaseEndedThreads();
    }

    private void release(Descriptor d, int pid) {
        if (d.target.owner() == pid) {
            d.isKept = false;
            if (d.references() == 0) {
                free(d);
            }
        }
    }
}
