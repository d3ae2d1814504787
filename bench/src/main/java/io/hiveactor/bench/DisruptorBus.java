package io.hiveactor.bench;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.YieldingWaitStrategy;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import com.lmax.disruptor.util.DaemonThreadFactory;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A ring of the Disruptor's with one producer, and readers that all get everything. Each of them has a thread, so that
 * {@link #publish} with one and {@link #cross} are the same. An entry is copied into the ring, and read there.
 *
 * <p>Readers yield while there is nothing ({@link YieldingWaitStrategy}), which is the Disruptor's fastest way that can
 * do with fewer cores than threads; and the ring lives for one round, so that they take no core from the other
 * contestants in their turns.
 */
final class DisruptorBus implements BusSystem {
    private static final class Event {
        final byte[] bytes = new byte[NumberedEntry.SIZE];
    }

    @Override
    public Contestant publish(int subscribers) {
        return new Ring(subscribers);
    }

    @Override
    public Contestant cross() {
        return publish(1);
    }

    private static final class Ring implements Contestant {
        private final Finish finish;
        private final List<EntryReader> readers;
        private @Nullable Disruptor<Event> disruptor;

        Ring(int subscribers) {
            finish = new Finish(subscribers);
            readers = IntStream.range(0, subscribers).mapToObj(i -> new EntryReader(finish)).toList();
        }

        @Override
        @SuppressWarnings({"rawtypes", "unchecked"}) // the Disruptor takes an array of a generic type
        public void prepare(int operations) {
            close();
            var made = new Disruptor<>(Event::new, ROOM, DaemonThreadFactory.INSTANCE, ProducerType.SINGLE,
                    new YieldingWaitStrategy());
            made.handleEventsWith(readers.stream().map(Ring::handler).toArray(EventHandler[]::new));
            made.start();
            disruptor = made;
        }

        @Override
        public long run(int operations) throws InterruptedException {
            Disruptor<Event> prepared = disruptor;
            if (prepared == null) {
                throw new IllegalStateException("a round is prepared first");
            }
            RingBuffer<Event> ring = prepared.getRingBuffer();
            readers.forEach(reader -> reader.expect(operations));
            try (var flood = new Flood(finish, all -> publish(ring, all), this::close)) {
                return flood.run(operations);
            }
        }

        private static EventHandler<Event> handler(EntryReader reader) {
            return (event, sequence, isEndOfBatch) -> {
                int unused = reader.read(event.bytes);
                reader.endsWithLast();
            };
        }

        private static void publish(RingBuffer<Event> ring, int entries) {
            Workers.startPlatform(1, entries, all -> {
                byte[] entry = new byte[NumberedEntry.SIZE];
                for (int i = 0; i < all; i++) {
                    NumberedEntry.number(entry, i);
                    long sequence = ring.next();
                    System.arraycopy(entry, 0, ring.get(sequence).bytes, 0, NumberedEntry.SIZE);
                    ring.publish(sequence);
                }
            });
        }

        @Override
        public void close() {
            Disruptor<Event> ring = disruptor;
            disruptor = null;
            if (ring != null) {
                ring.halt();
            }
        }
    }
}
