package io.hiveactor.ipc.channel;

/** The result of an open. Both numbers are positive, or 0 unless the status is OK. */
public record OpenResult(ChannelStatus status, int handle, int descriptor) {
    static OpenResult not(ChannelStatus why) {
        return new OpenResult(why, 0, 0);
    }
}
