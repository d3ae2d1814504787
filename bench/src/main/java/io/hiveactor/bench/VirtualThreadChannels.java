package io.hiveactor.bench;

import java.util.List;
import java.util.stream.Stream;

/**
 * Virtual threads of the JDK with channels between them. A program cannot choose the threads that carry them, so
 * {@link #sendReceive()} and {@link #cross()} are the same: on two cores, two carriers that take the sender and the
 * receiver from each other. {@code -Djdk.virtualThreadScheduler.parallelism=1} leaves one, for the whole program: then
 * they are faster, and compare with a system on one thread.
 *
 * <p>Who sends and who receives is decided here. The loops are each system's own, so that the compiler sees one kind of
 * channel in them.
 *
 * @param <C> its channels
 */
abstract class VirtualThreadChannels<C> implements ChannelSystem {
    /** One with {@link #ROOM}. */
    abstract C open();

    abstract void close(C channel);

    abstract void send(C channel, int messages) throws InterruptedException;

    /** Sends to one channel after the other. */
    abstract void sendToAll(List<C> channels, int messages) throws InterruptedException;

    /**
     * Sends, and gives a copy to the tap where that has room.
     *
     * @return how many the tap had no room for
     */
    abstract int sendTapped(C channel, C tap, int messages) throws InterruptedException;

    /** Sends {@link Parcels#END}. */
    abstract void sendEnd(C tap) throws InterruptedException;

    /** Receives, and counts those that were what they should be. */
    abstract int receive(C channel, int messages) throws InterruptedException;

    /** Receives up to {@link Parcels#END}, and counts. */
    abstract int receiveToEnd(C tap) throws InterruptedException;

    @Override
    public final Contestant sendReceive() {
        var finish = new Finish(1);
        C channel = open();
        return new Flood(finish, messages -> {
            Workers.startVirtual(1, messages, all -> finish.arrive(receive(channel, all)));
            Workers.startVirtual(1, messages, all -> send(channel, all));
        }, () -> close(channel));
    }

    @Override
    public final Contestant cross() {
        return sendReceive();
    }

    @Override
    public final Contestant fanOut() {
        var finish = new Finish(READERS);
        List<C> channels = Stream.generate(this::open).limit(READERS).toList();
        return new Flood(finish, messages -> {
            for (C channel : channels) {
                Workers.startVirtual(1, messages, all -> finish.arrive(receive(channel, all)));
            }
            Workers.startVirtual(1, messages, all -> sendToAll(channels, all));
        }, () -> channels.forEach(this::close));
    }

    @Override
    public final Contestant tap() {
        var finish = new Finish(2);
        var count = new TapCount();
        C channel = open();
        C tap = open();
        return new Flood(finish, messages -> {
            Workers.startVirtual(1, messages, all -> finish.arrive(receive(channel, all)));
            Workers.startVirtual(1, messages, all -> finish.arrive(count.seen(receiveToEnd(tap))));
            Workers.startVirtual(1, messages, all -> {
                count.missed(sendTapped(channel, tap, all));
                sendEnd(tap);
            });
        }, count::figures, () -> {
            close(channel);
            close(tap);
        });
    }
}
