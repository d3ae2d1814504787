package io.hiveactor.ipc.channel;

/** What an open gave. Both numbers are positive, and 0 unless the status is OK. */
public record Opened(ChannelStatus status, int handle, int descriptor) {
    static Opened not(ChannelStatus why) {
        return new Opened(why, 0, 0);
    }
}
