package io.hiveactor.ipc.channel;

import static io.hiveactor.ipc.channel.ChannelStatus.OK;
import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.SelectResult;
import io.hiveactor.runtime.Source;
import io.hiveactor.runtime.WakeUp;
import io.hiveactor.testkit.TestRuntime;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One channel as more than one source at a time. */
class ChannelSourceTest {
    private final TestRuntime runtime =
            new TestRuntime(TestRuntime.config().shards(2).build(), TestRuntime.freshSeed());
    private final Channels channels = Channels.open(runtime.hive(), ChannelProfile.DESKTOP);

    @AfterEach
    void close() {
        runtime.close();
    }

    private static int bound(ChannelClient me) {
        assertEquals(OK, me.bind("app:a", 100, 0).status());
        return me.open("app:a", 0).handle();
    }

    private long inLine() {
        return channels.snapshot().stats().waiterCount();
    }

    private void send() {
        ChannelClient me = channels.external();
        assertEquals(OK, me.send(me.open("app:a", ChannelModes.WRONLY).handle(), new ChannelMessage(new byte[1])));
        runtime.runUntilBlocked();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void namedTwiceItIsInLineOnce(int shard) {
        var outcome = runtime.start(self -> {
            Source source = channels.of(self).source(bound(channels.of(self)));
            SelectResult late = self.select(ofMillis(5), source, source);
            self.sleep(ofMillis(5));
            return List.of(late, self.select(source, source));
        }, ActorConfig.DEFAULT.onShard(shard));
        assertEquals(1, inLine());
        runtime.advance(ofMillis(6));
        assertEquals(0, inLine());
        runtime.advance(ofMillis(6));
        assertEquals(1, inLine());
        send();
        assertEquals(List.of(SelectResult.Nothing.TIMEOUT, new SelectResult.Ready(0, null)), outcome.resultNow());
    }

    /** Something that selects on another source, once, when it is asked. */
    private static final class Asking extends Source {
        private final Runnable select;
        private int questions;

        Asking(Runnable select) {
            this.select = select;
        }

        @Override
        protected boolean isReady() {
            questions++;
            if (questions == 2) { // when the others are armed
                select.run();
            }
            return false;
        }

        @Override
        protected void arm(WakeUp wakeUp) {}

        @Override
        protected void disarm(WakeUp wakeUp) {}
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aSelectWithinASelectLeavesTheOuterOneInLine(int shard) {
        var outcome = runtime.start(self -> {
            Source source = channels.of(self).source(bound(channels.of(self)));
            var asking = new Asking(() -> assertEquals(SelectResult.Nothing.TIMEOUT, self.select(ofMillis(5), source)));
            return self.select(source, asking);
        }, ActorConfig.DEFAULT.onShard(shard));
        assertEquals(2, inLine());
        runtime.advance(ofMillis(10));
        assertEquals(1, inLine());
        assertFalse(outcome.isDone());
        send();
        assertEquals(new SelectResult.Ready(0, null), outcome.resultNow());
        assertEquals(0, inLine());
    }
}
