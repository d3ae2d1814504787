package io.hiveactor.ipc.channel;

import static io.hiveactor.ipc.channel.ChannelStatus.NO_DATA;
import static io.hiveactor.ipc.channel.ChannelStatus.OK;
import static io.hiveactor.ipc.channel.ChannelStatus.TIMEOUT;
import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.testkit.TestRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Waits inside a class initialiser, where nobody can wait: the call fails whole, and the actor goes on. */
class PinnedChannelsTest {
    private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

    private static Runnable inside = () -> {};

    private static final class InitialisedHere {
        static {
            inside.run();
        }

        private InitialisedHere() {}

        static void now() {}
    }

    private static final class InitialisedElsewhere {
        static {
            inside.run();
        }

        private InitialisedElsewhere() {}

        static void now() {}
    }

    private final TestRuntime runtime =
            new TestRuntime(TestRuntime.config().shards(2).build(), TestRuntime.freshSeed());
    private final Channels channels = Channels.open(runtime.hive(), ChannelProfile.DESKTOP);
    private final List<String> refused = new ArrayList<>();

    @AfterEach
    void close() {
        runtime.close();
    }

    private void refuses(String what, Supplier<?> call) {
        var refusal = assertThrows(IllegalStateException.class, call::get, what);
        assertTrue(refusal.getMessage().contains("cannot wait here"), refusal.getMessage());
        refused.add(what);
    }

    private Object waitAt(ActorContext self, Runnable initialisation, boolean isHere) {
        ChannelClient me = channels.of(self);
        assertEquals(OK, me.bind("app:a", 20, 0).status());
        int handle = me.open("app:a", 0).handle();
        var source = me.source(handle);
        var into = new ChannelMessage(20);
        var message = new ChannelMessage(new byte[12]);
        inside = () -> {
            refuses("receive", () -> me.receive(handle, into, FOREVER));
            refuses("receive", () -> me.receive(handle, into, ofMillis(5)));
            refuses("select", () -> self.select(source));
            if (isHere) {
                assertEquals(OK, me.send(handle, message));
                refuses("send", () -> me.send(handle, message, FOREVER));
            } else {
                refuses("send", () -> me.send(handle, message));
                refuses("peek", () -> me.peek(handle, new Peek()));
                refuses("close", () -> me.close(handle));
                refuses("open", () -> me.open("app:a", 0));
            }
        };
        initialisation.run();
        assertEquals(isHere ? OK : NO_DATA, me.receive(handle, into));
        assertEquals(NO_DATA, me.receive(handle, into)); // what was refused has not happened
        assertEquals(TIMEOUT, me.receive(handle, into, ofMillis(10)));
        assertEquals(OK, me.send(handle, message, FOREVER));
        assertEquals(TIMEOUT, me.send(handle, message, ofMillis(10)));
        assertEquals(OK, me.receive(handle, into, FOREVER));
        return me.receive(handle, into, FOREVER);
    }

    private void waitOn(int shard, Runnable initialisation, int refusals) {
        var outcome = runtime.start(
                self -> waitAt(self, initialisation, shard == 0), ActorConfig.DEFAULT.onShard(shard));
        runtime.advance(ofMillis(20));
        assertEquals(refusals, refused.size(), refused.toString());
        TableSnapshot snapshot = channels.snapshot();
        assertEquals(1, snapshot.stats().waiterCount(), outcome.toString());
        assertEquals(1, snapshot.stats().handleCount());
        ChannelClient other = channels.external();
        assertEquals(OK, other.send(other.open("app:a", ChannelModes.WRONLY).handle(), new ChannelMessage(new byte[1])));
        runtime.runUntilBlocked();
        assertEquals(OK, outcome.resultNow());
    }

    @Test
    void onTheChannelsOwnShard() {
        waitOn(0, InitialisedHere::now, 4);
    }

    @Test
    void onAnotherShard() {
        waitOn(1, InitialisedElsewhere::now, 7);
    }
}
