package io.hiveactor.cli;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The keys that are pressed. A thread of its own reads them, because a read of a terminal has no limit.
 *
 * <p><b>Threads:</b> owner only.
 */
final class Keys {
    static final int NONE = -2;
    static final int END_OF_INPUT = -1;

    private final BlockingQueue<Integer> pressed = new ArrayBlockingQueue<>(64);

    private Keys() {}

    static Keys of(InputStream input) {
        var keys = new Keys();
        Thread.ofPlatform().name("keys").daemon().start(() -> keys.read(input));
        return keys;
    }

    private void read(InputStream input) {
        try {
            int key = next(input);
            while (key != END_OF_INPUT) {
                pressed.put(key);
                key = next(input);
            }
            pressed.put(END_OF_INPUT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static int next(InputStream input) {
        try {
            return input.read();
        } catch (IOException hangUp) { // a terminal that is gone
            return END_OF_INPUT;
        }
    }

    /** The next key, {@link #END_OF_INPUT}, or {@link #NONE} if no key is pressed in time. */
    int next(Duration timeout) throws InterruptedException {
        Integer key = pressed.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
        return key == null ? NONE : key;
    }
}
