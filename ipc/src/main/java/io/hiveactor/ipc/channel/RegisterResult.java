package io.hiveactor.ipc.channel;

/** The stdio handles of a task; 0 where the profile excludes their namespace, and unless the status is OK. */
public record RegisterResult(ChannelStatus status, int stdin, int stdout, int stderr) {
    static RegisterResult not(ChannelStatus why) {
        return new RegisterResult(why, 0, 0, 0);
    }
}
