package io.hiveactor.ipc.channel;

/** What a bind gave. The number is positive, and 0 unless the status is OK. */
public record BindResult(ChannelStatus status, int descriptor) {
    static BindResult not(ChannelStatus why) {
        return new BindResult(why, 0);
    }
}
