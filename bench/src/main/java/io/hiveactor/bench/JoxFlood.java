package io.hiveactor.bench;

import com.softwaremill.jox.Channel;

/** One virtual thread sends to another through a channel of Jox that holds 256. */
final class JoxFlood {
    private static final Object DROP = new Object();

    private JoxFlood() {}

    static Contestant inside() {
        var tally = new Tally();
        Channel<Object> channel = Channel.newBufferedChannel(256);
        return new Flood(tally, messages -> {
            Workers.startVirtual(1, messages, all -> {
                for (int i = 0; i < all; i++) {
                    channel.receive();
                    tally.came();
                }
            });
            Workers.startVirtual(1, messages, all -> {
                for (int i = 0; i < all; i++) {
                    channel.send(DROP);
                }
            });
        }, channel::done);
    }
}
