package io.hiveactor.zoo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.ipc.channel.ChannelClient;
import io.hiveactor.ipc.channel.ChannelMessage;
import io.hiveactor.ipc.channel.ChannelModes;
import io.hiveactor.ipc.channel.ChannelProfile;
import io.hiveactor.ipc.channel.ChannelStatus;
import io.hiveactor.ipc.channel.Channels;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.testkit.TestRuntime;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;

/** A zoo with channels, each of which has room for one message. */
abstract class ChannelCage extends Zoo {
    static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);
    private static final int ROOM = 16;

    private Channels channels;

    @Override
    void open(Cage where) {
        open(where, TestRuntime.config());
    }

    @Override
    void open(Cage where, HiveConfig.Builder config) {
        super.open(where, config);
        channels = Channels.open(hive(), ChannelProfile.DESKTOP);
    }

    ChannelClient of(ActorContext self) {
        return channels.of(self);
    }

    ChannelClient outside() {
        return channels.external();
    }

    @CanIgnoreReturnValue
    static int writer(ChannelClient me, String target) {
        return bound(me, target, 0, ChannelModes.WRONLY);
    }

    @CanIgnoreReturnValue
    static int reader(ChannelClient me, String target) {
        return bound(me, target, 0, ChannelModes.RDONLY);
    }

    @CanIgnoreReturnValue
    static int bound(ChannelClient me, String target, int mode, int flags) {
        assertEquals(ChannelStatus.OK, me.bind(target, ROOM, mode).status());
        return me.open(target, flags).handle();
    }

    /** A writer of a channel that has no more room. */
    static int full(ChannelClient me, String target) {
        int handle = writer(me, target);
        assertEquals(ChannelStatus.OK, me.send(handle, message()));
        return handle;
    }

    static ChannelMessage message() {
        return new ChannelMessage(new byte[8]);
    }

    @AfterEach
    void nobodyIsInLine() {
        if (channels != null) {
            killAll();
            assertEquals(0, channels.snapshot().stats().waiterCount());
            assertEquals(0, channels.snapshot().stats().handleCount());
        }
    }
}
