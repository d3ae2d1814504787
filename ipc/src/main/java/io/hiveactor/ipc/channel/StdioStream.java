package io.hiveactor.ipc.channel;

/** The standard streams of a registered task, in the order of their descriptors and of its handles. */
public enum StdioStream {
    IN("stdio.in", 0),
    OUT("stdio.out", MessageFlags.STDOUT),
    ERR("stdio.err", MessageFlags.STDERR);

    private final String name;
    private final int flag;

    StdioStream(String name, int flag) {
        this.name = name;
        this.flag = flag;
    }

    /** The flag of messages that are written to it. */
    int flag() {
        return flag;
    }

    /** The channel of this stream of a pid. */
    public ChannelTarget target(int pid) {
        return new ChannelTarget(Namespace.SVC, name, pid);
    }

    boolean isNameOf(ChannelTarget target) {
        return target.namespace() == Namespace.SVC && target.name().equals(name);
    }
}
