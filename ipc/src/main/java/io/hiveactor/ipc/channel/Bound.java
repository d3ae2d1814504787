package io.hiveactor.ipc.channel;

/** What a bind gave. The number is positive, and 0 unless the status is OK. */
public record Bound(ChannelStatus status, int descriptor) {
    static Bound not(ChannelStatus why) {
        return new Bound(why, 0);
    }
}
