package io.hiveactor.ipc.channel;

import java.util.List;

/** All channels, by their numbers, and the table in numbers. <b>Threads:</b> immutable. */
public record TableSnapshot(List<ChannelState> channels, TableStats stats) {
    public TableSnapshot {
        channels = List.copyOf(channels);
    }
}
