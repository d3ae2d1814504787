package io.hiveactor.ipc.channel;

import java.util.ArrayList;
import java.util.List;

/**
 * The state of one channel at one moment. <b>Threads:</b> immutable.
 *
 * @param receivers the pids that wait for a message, in FIFO order
 * @param senders the pids that wait for room, in FIFO order
 * @param taps in the order in which they began
 * @param references open handles, and 1 for the registration of its owner
 * @param coalesced messages that replaced an older one
 */
public record ChannelState(
        int descriptor,
        ChannelTarget target,
        int capacity,
        int mode,
        int bytesUsed,
        int depth,
        long headSequence,
        long nextSequence,
        List<Integer> receivers,
        List<Integer> senders,
        List<TapState> taps,
        int references,
        long coalesced) {
    /** A tap, and how many copies it has not read. */
    public record TapState(int pid, int handle, int depth) {}

    public ChannelState {
        receivers = List.copyOf(receivers);
        senders = List.copyOf(senders);
        taps = List.copyOf(taps);
    }

    static ChannelState of(Descriptor d) {
        return new ChannelState(d.id, d.target, d.queue.limit(), d.mode(), d.queue.used(), d.queue.depth(),
                d.headSequence(), d.nextSequence, d.receivers.pids(), d.senders.pids(), tapsOf(d), d.references(),
                d.coalesced);
    }

    private static List<TapState> tapsOf(Descriptor d) {
        List<TapState> taps = new ArrayList<>();
        for (Tap tap : d.taps) {
            taps.add(new TapState(tap.owner.task.pid, tap.owner.number, tap.copies.depth()));
        }
        return taps;
    }

    /** Whether every reader gets every message. */
    public boolean isFanOut() {
        return ChannelModes.isFanOut(mode);
    }

    /** The used part of the capacity, from 0 to 1. */
    public double saturation() {
        return (double) bytesUsed / capacity;
    }
}
