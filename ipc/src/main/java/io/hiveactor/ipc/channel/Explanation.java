package io.hiveactor.ipc.channel;

import io.hiveactor.runtime.diagnosis.Identity;
import io.hiveactor.runtime.diagnosis.Wait;
import java.util.ArrayList;
import java.util.List;

/** What a wait for a channel is a wait for. <b>Threads:</b> any thread. */
final class Explanation {
    private Explanation() {}

    /** Who waits for a message is idle as long as nobody can send one, or a thread outside can. */
    static Wait ofMessage(ChannelClient task, Descriptor channel) {
        String what = "a message on " + channel.target;
        List<Identity> senders = others(task, channel.sendingPids);
        return on(task, channel, "message", senders.isEmpty() || isOpenOutside(channel.sendingPids)
                ? new Wait.AnyMessage(what)
                : new Wait.Served(what, senders));
    }

    static Wait ofRoom(ChannelClient task, Descriptor channel) {
        String what = "room on " + channel.target;
        return on(task, channel, "room", isOpenOutside(channel.readingPids)
                ? new Wait.AnyMessage(what)
                : new Wait.Served(what, others(task, channel.readingPids)));
    }

    private static Wait on(ChannelClient task, Descriptor channel, String need, Wait means) {
        return new Wait.On(task.channels.observed.of(channel), need, means);
    }

    private static boolean isOpenOutside(int[] pids) {
        for (int pid : pids) {
            if (pid == 0) {
                return true;
            }
        }
        return false;
    }

    private static List<Identity> others(ChannelClient task, int[] pids) {
        List<Identity> others = new ArrayList<>();
        for (int pid : pids) {
            Identity identity = pid == task.pid ? null : task.channels.identity(pid);
            if (identity != null) {
                others.add(identity);
            }
        }
        return others;
    }
}
