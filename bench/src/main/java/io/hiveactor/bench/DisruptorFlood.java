package io.hiveactor.bench;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import com.lmax.disruptor.util.DaemonThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * Platform threads publish to a ring of 65,536 of the Disruptor's, for many producers, and a thread of its own reads.
 * That thread blocks when there is nothing ({@link BlockingWaitStrategy}): one that spins or yields would take a core
 * from the other contestants, whose turns come in the same process.
 */
final class DisruptorFlood {
    private static final Object DROP = new Object();

    private static final class Event {
        @Nullable Object object;
    }

    private DisruptorFlood() {}

    static Contestant outside(int producers) {
        var tally = new Tally();
        var disruptor = new Disruptor<>(
                Event::new, 65_536, DaemonThreadFactory.INSTANCE, ProducerType.MULTI, new BlockingWaitStrategy());
        disruptor.handleEventsWith((event, sequence, isEndOfBatch) -> {
            event.object = null; // a slot of a pool keeps nothing alive either
            tally.came();
        });
        RingBuffer<Event> ring = disruptor.start();
        return new Flood(tally, messages -> Workers.startPlatform(producers, messages, share -> {
            for (int i = 0; i < share; i++) {
                long sequence = ring.next();
                ring.get(sequence).object = DROP;
                ring.publish(sequence);
            }
        }), disruptor::halt);
    }
}
