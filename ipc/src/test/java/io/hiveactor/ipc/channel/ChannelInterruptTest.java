package io.hiveactor.ipc.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.ipc.codec.Codec;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ChannelInterruptTest {
    @Test
    void aWaitOfAnInterruptedThreadEndsWithInterruptedAndTheFlagStaysSet() {
        try (Hive hive = Hive.start(HiveConfig.builder().name("interrupts").shards(1).build())) {
            Channels channels = Channels.open(hive);
            Channel<String> channel =
                    channels.external().bind("app:a", Codec.PLAIN_TEXT, ChannelOptions.single(16));

            Thread.currentThread().interrupt();
            assertEquals(new ChannelReceived.Nothing<>(ChannelStatus.INTERRUPTED), channel.receive());
            assertTrue(Thread.interrupted());

            assertEquals(ChannelStatus.OK, channel.send("12345678")); // which fills it
            Thread.currentThread().interrupt();
            assertEquals(ChannelStatus.INTERRUPTED, channel.send("x"));
            assertTrue(Thread.interrupted());
            assertEquals(0, channels.snapshot().stats().waiterCount());

            Thread.currentThread().interrupt();
            assertEquals(new ChannelReceived.Item<>("12345678", 0, 0, 0, 0), channel.receive()); // it need not wait
            assertTrue(Thread.interrupted());
            assertEquals(new ChannelReceived.Nothing<>(ChannelStatus.NO_DATA), channel.tryReceive());
        }
    }
}
