package io.hiveactor.ipc.channel;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which task or external thread is charged for which handles and unopened channels.
 *
 * <p>All external threads are pid 0 and may use each other's handles, but each is charged for what it opened and bound
 * itself. The JVM does not report the end of a thread, so {@link #ended()} is to be asked.
 */
final class Quotas {
    /** Of the external threads that use anything. */
    private final List<Quota> threads = new ArrayList<>(0);

    /** @param by the external thread that calls; null for a task */
    Quota of(Task task, @Nullable Thread by) {
        if (by == null) {
            return task.own;
        }
        for (Quota quota : threads) {
            if (quota.thread == by) {
                return quota;
            }
        }
        return new Quota(task, by);
    }

    void addHandle(Quota quota) {
        noteUse(quota);
        quota.handles++;
    }

    void removeHandle(Quota quota) {
        quota.handles--;
        forgetUnused(quota);
    }

    /** Lets a bind keep a channel until it is opened. */
    void addBind(Quota quota, Descriptor channel) {
        if (!channel.binders.contains(quota)) {
            noteUse(quota);
            channel.binders.add(quota);
            quota.unopened.add(channel);
        }
    }

    void removeBind(Quota quota, Descriptor channel) {
        channel.binders.remove(quota);
        quota.unopened.remove(channel);
        forgetUnused(quota);
    }

    /** The channel was opened, or is gone: no bind keeps it any more. */
    void removeBinds(Descriptor channel) {
        while (!channel.binders.isEmpty()) {
            removeBind(channel.binders.getLast(), channel);
        }
    }

    private void noteUse(Quota quota) {
        if (quota.thread != null && quota.isUnused()) {
            threads.add(quota);
        }
    }

    private void forgetUnused(Quota quota) {
        if (quota.thread != null && quota.isUnused()) {
            threads.remove(quota);
        }
    }

    /** The quotas of threads that have ended. */
    List<Quota> ended() {
        if (threads.isEmpty()) {
            return List.of();
        }
        List<Quota> ended = new ArrayList<>(0); // no stream: this may be called at the end of an actor's stack
        for (Quota quota : threads) {
            if (quota.hasEnded()) {
                ended.add(quota);
            }
        }
        return ended;
    }
}
