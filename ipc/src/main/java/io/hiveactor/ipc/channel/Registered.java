package io.hiveactor.ipc.channel;

/** The stdio handles of a task; 0 where the profile has no namespace for them, and unless the status is OK. */
public record Registered(ChannelStatus status, int stdin, int stdout, int stderr) {
    static Registered not(ChannelStatus why) {
        return new Registered(why, 0, 0, 0);
    }
}
