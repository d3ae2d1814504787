package io.hiveactor.bench;

import io.hiveactor.bus.BusConfig;
import io.hiveactor.bus.ByteBus;
import io.hiveactor.bus.BytePublisher;
import io.hiveactor.bus.NoEntry;
import io.hiveactor.bus.PublishStatus;
import io.hiveactor.bus.Subscription;
import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.FiberMode;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A bus of bytes between straight-line actors. The publisher waits where the ring is full, and the readers, which are called
 * with each entry as those of the others are, where it is empty. An entry is copied into the pool, and out of it by each
 * reader.
 */
final class HiveBus implements BusSystem {
    private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

    private final FiberMode mode;

    HiveBus(FiberMode mode) {
        this.mode = mode;
    }

    @Override
    public Contestant publish(int subscribers) {
        return on(HiveMatch.oneShard(mode), subscribers, 0);
    }

    /** The reader is where the bus is; each publish is a round trip to that shard. */
    @Override
    public Contestant cross() {
        return on(HiveMatch.oneShard(mode).toBuilder().shards(2).build(), 1, 1);
    }

    private static Contestant on(HiveConfig config, int subscribers, int publisherShard) {
        var finish = new Finish(subscribers);
        var readers = new ArrayList<EntryReader>();
        var subscribed = new CountDownLatch(subscribers);
        Hive hive = Hive.start(config);
        ByteBus bus = ByteBus.open(hive, BusConfig.of("bench", ROOM).waiting());
        for (int i = 0; i < subscribers; i++) {
            var reader = new EntryReader(finish);
            readers.add(reader);
            ActorId unused = hive.spawn((ActorBody) self -> {
                Subscription<byte[]> mine = bus.subscribe(self, NumberedEntry.SIZE);
                subscribed.countDown();
                read(mine, reader);
            }, ActorConfig.DEFAULT.onShard(0));
        }
        var cast = new HiveCast(hive);
        cast.add(publisherShard, self -> {
            BytePublisher mine = bus.publisher(self);
            return entries -> publish(mine, entries);
        });
        return new Flood(finish, entries -> {
            if (!subscribed.await(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("a reader has not subscribed after " + Patience.LIMIT);
            }
            readers.forEach(reader -> reader.expect(entries));
            cast.start(entries);
        }, cast::close);
    }

    private static void publish(BytePublisher mine, int entries) {
        byte[] entry = new byte[NumberedEntry.SIZE];
        MemorySegment bytes = MemorySegment.ofArray(entry);
        for (int i = 0; i < entries; i++) {
            NumberedEntry.number(entry, i);
            PublishStatus status = mine.publish(bytes, FOREVER);
            if (status != PublishStatus.PUBLISHED) {
                throw new IllegalStateException("an entry is lost: " + status);
            }
        }
    }

    private static void read(Subscription<byte[]> mine, EntryReader reader) {
        NoEntry.Reason end = mine.forEach(entry -> {
            int unused = reader.read(entry.bytes());
            reader.endsWithLast();
        });
        throw new IllegalStateException("an entry is lost: a read ended with " + end);
    }
}
