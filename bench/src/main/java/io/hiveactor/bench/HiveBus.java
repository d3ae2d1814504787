package io.hiveactor.bench;

import io.hiveactor.bus.BusConfig;
import io.hiveactor.bus.ByteBus;
import io.hiveactor.bus.Entry;
import io.hiveactor.bus.PublishStatus;
import io.hiveactor.bus.Subscription;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.FiberMode;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import java.lang.foreign.MemorySegment;
import java.time.Duration;

/**
 * A bus of bytes between straight-line actors. The publisher waits where the ring is full, and the readers where it is
 * empty. An entry is copied into the pool, and out of it by each reader.
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
        Hive hive = Hive.start(config);
        ByteBus bus = ByteBus.open(hive, BusConfig.of("bench", ROOM).waiting());
        var cast = new HiveCast(hive);
        for (int i = 0; i < subscribers; i++) {
            cast.add(0, self -> {
                Subscription<byte[]> mine = bus.subscribe(self, NumberedEntry.SIZE);
                return entries -> finish.arrive(read(mine, entries));
            });
        }
        cast.add(publisherShard, self -> entries -> publish(self, bus, entries));
        return new Flood(finish, cast::start, cast::close);
    }

    private static void publish(ActorContext self, ByteBus bus, int entries) {
        byte[] entry = new byte[NumberedEntry.SIZE];
        MemorySegment bytes = MemorySegment.ofArray(entry);
        for (int i = 0; i < entries; i++) {
            NumberedEntry.number(entry, i);
            PublishStatus status = bus.publish(self, bytes, FOREVER);
            if (status != PublishStatus.PUBLISHED) {
                throw new IllegalStateException("an entry is lost: " + status);
            }
        }
    }

    private static int read(Subscription<byte[]> mine, int entries) {
        int right = 0;
        for (int i = 0; i < entries; i++) {
            if (!(mine.readAnyhow() instanceof Entry<byte[]> entry)) {
                throw new IllegalStateException("an entry is lost: a read ended without one");
            }
            right += entry.missed() == 0 && NumberedEntry.isAt(i, entry.bytes()) ? 1 : 0;
        }
        return right;
    }
}
