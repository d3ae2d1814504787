package io.hiveactor.ipc.channel;

/** The result of a bind. The descriptor is positive, or 0 unless the status is OK. */
public record BindResult(ChannelStatus status, int descriptor) {
    static BindResult not(ChannelStatus why) {
        return new BindResult(why, 0);
    }
}
