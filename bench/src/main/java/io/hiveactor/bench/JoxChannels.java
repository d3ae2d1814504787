package io.hiveactor.bench;

import com.softwaremill.jox.Channel;
import com.softwaremill.jox.Select;
import java.util.List;

/** Channels of Jox. None of them has readers that all get everything, nor a send that never waits. */
final class JoxChannels extends VirtualThreadChannels<Channel<byte[]>> {
    private static final Object FULL = new Object();

    @Override
    Channel<byte[]> open() {
        return Channel.newBufferedChannel(ROOM);
    }

    @Override
    void close(Channel<byte[]> channel) {
        channel.done();
    }

    @Override
    void send(Channel<byte[]> channel, int messages) throws InterruptedException {
        for (int i = 0; i < messages; i++) {
            channel.send(Parcels.at(i));
        }
    }

    @Override
    void sendToAll(List<Channel<byte[]>> channels, int messages) throws InterruptedException {
        for (int i = 0; i < messages; i++) {
            for (Channel<byte[]> channel : channels) {
                channel.send(Parcels.at(i));
            }
        }
    }

    @Override
    int sendTapped(Channel<byte[]> channel, Channel<byte[]> tap, int messages) throws InterruptedException {
        int missed = 0;
        for (int i = 0; i < messages; i++) {
            channel.send(Parcels.at(i));
            missed += trySend(tap, Parcels.at(i)) ? 0 : 1;
        }
        return missed;
    }

    private static boolean trySend(Channel<byte[]> tap, byte[] parcel) throws InterruptedException {
        return Select.<Object>select(tap.sendClause(parcel), Select.defaultClause(FULL)) != FULL;
    }

    @Override
    void sendEnd(Channel<byte[]> tap) throws InterruptedException {
        tap.send(Parcels.END);
    }

    @Override
    int receive(Channel<byte[]> channel, int messages) throws InterruptedException {
        int right = 0;
        for (int i = 0; i < messages; i++) {
            right += Parcels.isAt(i, channel.receive()) ? 1 : 0;
        }
        return right;
    }

    @Override
    int receiveToEnd(Channel<byte[]> tap) throws InterruptedException {
        int seen = 0;
        while (tap.receive() != Parcels.END) {
            seen++;
        }
        return seen;
    }
}
