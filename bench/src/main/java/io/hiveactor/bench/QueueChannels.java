package io.hiveactor.bench;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;

/** Bounded queues of the JDK. */
final class QueueChannels extends VirtualThreadChannels<ArrayBlockingQueue<byte[]>> {
    @Override
    ArrayBlockingQueue<byte[]> open() {
        return new ArrayBlockingQueue<>(ROOM);
    }

    @Override
    void close(ArrayBlockingQueue<byte[]> queue) {
        queue.clear();
    }

    @Override
    void send(ArrayBlockingQueue<byte[]> queue, int messages) throws InterruptedException {
        for (int i = 0; i < messages; i++) {
            queue.put(Parcels.at(i));
        }
    }

    @Override
    void sendToAll(List<ArrayBlockingQueue<byte[]>> queues, int messages) throws InterruptedException {
        for (int i = 0; i < messages; i++) {
            for (ArrayBlockingQueue<byte[]> queue : queues) {
                queue.put(Parcels.at(i));
            }
        }
    }

    @Override
    int sendTapped(ArrayBlockingQueue<byte[]> queue, ArrayBlockingQueue<byte[]> tap, int messages)
            throws InterruptedException {
        int missed = 0;
        for (int i = 0; i < messages; i++) {
            queue.put(Parcels.at(i));
            missed += tap.offer(Parcels.at(i)) ? 0 : 1;
        }
        return missed;
    }

    @Override
    void sendEnd(ArrayBlockingQueue<byte[]> tap) throws InterruptedException {
        tap.put(Parcels.END);
    }

    @Override
    int receive(ArrayBlockingQueue<byte[]> queue, int messages) throws InterruptedException {
        int right = 0;
        for (int i = 0; i < messages; i++) {
            right += Parcels.isAt(i, queue.take()) ? 1 : 0;
        }
        return right;
    }

    @Override
    int receiveToEnd(ArrayBlockingQueue<byte[]> tap) throws InterruptedException {
        int seen = 0;
        while (tap.take() != Parcels.END) {
            seen++;
        }
        return seen;
    }
}
