package io.hiveactor.ipc.channel;

import java.util.List;

/** The state of all channels, ordered by number, and counters. <b>Threads:</b> immutable. */
public record TableSnapshot(List<ChannelState> channels, TableStats stats) {
    public TableSnapshot {
        channels = List.copyOf(channels);
    }
}
