package io.hiveactor.ipc.channel;

/** What an open gave. Both numbers are positive, and 0 unless the status is OK. */
public record OpenResult(ChannelStatus status, int handle, int descriptor) {
    static OpenResult not(ChannelStatus why) {
        return new OpenResult(why, 0, 0);
    }
}
