package io.hiveactor.bus;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.ipc.channel.ChannelClient;
import io.hiveactor.ipc.channel.ChannelMessage;
import io.hiveactor.ipc.channel.ChannelModes;
import io.hiveactor.ipc.channel.ChannelStatus;
import io.hiveactor.ipc.channel.Channels;
import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.MessageFilter;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.SelectResult;
import io.hiveactor.runtime.Source;
import io.hiveactor.runtime.WakeUp;
import io.hiveactor.testkit.TestRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Waiting for several buses, and for other things as well. */
class BusSelectTest extends BusScene {
    private final Bus<String> a = bus(BusConfig.of("a", 4));
    private final Bus<String> b = bus(BusConfig.of("b", 4).onShard(1));

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void twoBusesAFilterAndAChannelInOneCall(int shard) {
        Channels channels = Channels.open(runtime.hive());
        Agent selecting = agent("selecting", shard);
        Subscription<String> ofA = selecting.subscribes(a);
        Subscription<String> ofB = selecting.subscribes(b);
        Source[] sources = selecting.does(self -> {
            ChannelClient me = channels.of(self);
            assertEquals(ChannelStatus.OK, me.bind("app:c", 100, ChannelModes.RDWR).status());
            return new Source[] {ofA.source(), ofB.source(), MessageFilter.any().tag(5),
                me.source(me.open("app:c", 0).handle())};
        });
        for (int round = 0; round < 2; round++) {
            var first = selecting.begins(self -> selected(self.select(FOREVER, sources)));
            assertFalse(first.isDone());
            publish(b, "to b");
            assertEquals("1: to b", first.resultNow());
            assertEquals("WOULD_BLOCK", selecting.reads(ofB)); // the select has read it

            var third = selecting.begins(self -> selected(self.select(FOREVER, sources)));
            publish(a, "to a");
            assertEquals("0: to a", third.resultNow());

            var fourth = selecting.begins(self -> self.select(FOREVER, sources) instanceof SelectResult.Received got
                    ? got.index() : -1);
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(selecting.id(), 5, "message"));
            runtime.runUntilBlocked();
            assertEquals(2, fourth.resultNow());

            var fifth = selecting.begins(self -> selected(self.select(FOREVER, sources)));
            assertEquals(ChannelStatus.OK, far.does(self -> {
                ChannelClient me = channels.of(self);
                return me.send(me.open("app:c", ChannelModes.WRONLY).handle(), new ChannelMessage(new byte[1]));
            }));
            runtime.runUntilBlocked();
            assertEquals("3: null", fifth.resultNow());
            assertEquals(ChannelStatus.OK, selecting.does(self -> {
                ChannelClient me = channels.of(self);
                return me.receive(me.open("app:c", ChannelModes.RDONLY).handle(), new ChannelMessage(8));
            }));
        }
        assertEquals(0, a.stats().waitingReaders() + b.stats().waitingReaders());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void theFirstThatIsReadyInTheirOrderWins(int shard) {
        Agent selecting = agent("selecting", shard);
        Subscription<String> ofA = selecting.subscribes(a);
        Subscription<String> ofB = selecting.subscribes(b);
        publish(b, "of b");
        publish(a, "of a");
        assertEquals("0: of a", selecting.does(self -> selected(self.trySelect(ofA.source(), ofB.source()))));
        publish(a, "of a");
        assertEquals("0: of b", selecting.does(self -> selected(self.trySelect(ofB.source(), ofA.source()))));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void itTimesOutAndLeavesNothingBehind(int shard) {
        Agent selecting = agent("selecting", shard);
        Subscription<String> ofA = selecting.subscribes(a);
        Subscription<String> ofB = selecting.subscribes(b);
        assertEquals("WOULD_BLOCK",
                selecting.does(self -> selected(self.trySelect(ofA.source(), ofB.source()))));
        var outcome = selecting.begins(self -> selected(self.select(ofMillis(5), ofA.source(), ofB.source())));
        runtime.advance(ofMillis(5).minusNanos(1));
        assertFalse(outcome.isDone());
        runtime.advance(ofMillis(1));
        assertEquals("TIMEOUT", outcome.resultNow());
        assertEquals(0, a.stats().waitingReaders() + b.stats().waitingReaders());
        publish(a, "1");
        assertEquals("1", selecting.reads(ofA));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void whoeverHasNothingToReadThereAnyMoreIsReady(int shard) {
        Agent selecting = agent("selecting", shard);
        Subscription<String> ofA = selecting.subscribes(a);
        Subscription<String> ofB = selecting.subscribes(b);
        Source source = selecting.does(self -> ofA.source());
        selecting.closes(ofA);
        assertEquals("0: NOT_SUBSCRIBED", selecting.does(self -> selected(self.trySelect(source, ofB.source()))));
        var waiting = selecting.begins(self -> selected(self.select(FOREVER, ofB.source())));
        b.close();
        runtime.runUntilBlocked();
        assertEquals("0: CLOSED", waiting.resultNow());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void whatOthersHaveConsumedIsNotReady(int shard) {
        Bus<String> shared = bus(BusConfig.of("s", 4).consumedAfter(1));
        Agent selecting = agent("selecting", shard);
        Subscription<String> ofReader = near.subscribes(shared);
        Subscription<String> ofSelecting = selecting.subscribes(shared);
        var read = near.awaits(ofReader, FOREVER);
        var selected = selecting.begins(self -> selected(self.select(FOREVER, ofSelecting.source())));
        publish(shared, "1");
        assertEquals("1", read.resultNow());
        assertFalse(selected.isDone());
        publish(shared, "2");
        assertEquals("0: 2", selected.resultNow());
    }

    @Test
    void aThreadOutsideCannot() {
        Subscription<String> mine = outside.subscribes(a);
        var e = assertThrows(UnsupportedOperationException.class, () -> assertEquals(null, mine.source()));
        assertEquals("an external thread cannot select: a subscription of bus a", e.getMessage());
    }

    @Test
    void anActorThatDiesInASelectIsForgotten() {
        Agent selecting = agent("selecting", 1);
        Subscription<String> ofA = selecting.subscribes(a);
        var never = selecting.begins(self -> selected(self.select(FOREVER, ofA.source())));
        kill(selecting);
        assertEquals(0, a.stats().waitingReaders() + a.stats().subscribers());
        publish(a, "1");
        assertFalse(never.isDone());
    }

    /** The entry comes as soon as the select waits at the bus, and before the actor elsewhere knows that it does. */
    @Test
    void anEntryThatComesWhileTheSelectBeginsIsNotOverlooked() {
        for (int i = 0; i < 30; i++) {
            try (var small = new TestRuntime(TestRuntime.config().shards(2).build(), TestRuntime.freshSeed() + i)) {
                Bus<String> bus = Bus.open(small.hive(), BusConfig.of("b", 4));
                ActorId publisher = small.hive().spawn((ActorBody) self -> {
                    while (bus.stats().waitingReaders() == 0) {
                        self.yield();
                    }
                    assertEquals(PublishStatus.PUBLISHED, bus.publisher(self).tryPublish("1"));
                }, ActorConfig.DEFAULT.onShard(0));
                var selected = small.start(self -> selected(self.select(FOREVER, bus.subscribe(self).source())),
                        ActorConfig.DEFAULT.onShard(1));
                assertFalse(small.hive().isAlive(publisher));
                assertTrue(selected.isDone(), "-Dhive.seed=" + small.seed());
                assertEquals("0: 1", selected.resultNow());
            }
        }
    }

    /** The index and what was read with it. By the actor, because it reuses the entry. */
    private static String selected(SelectResult result) {
        if (!(result instanceof SelectResult.Ready(int index, var value))) {
            return result.toString();
        }
        return index + ": " + (value instanceof ReadResult<?> read ? Agent.text(read) : value);
    }

    /** What a source of a user's does while the select that has it waits. */
    private static final class Busy extends Source {
        private final Runnable work;

        Busy(Runnable work) {
            this.work = work;
        }

        @Override
        protected boolean isReady() {
            return false;
        }

        @Override
        protected void arm(WakeUp wakeUp) {
            work.run();
        }

        @Override
        protected void disarm(WakeUp wakeUp) {}
    }

    /** Begins a select whose second source waits for the same subscription in its turn, and in vain. */
    private void theOuterSelectKeepsItsPlace(int shard, BiFunction<ActorContext, Subscription<String>, Object> wait, Object result) {
        Agent selecting = agent("selecting", shard);
        Subscription<String> ofA = selecting.subscribes(a);
        var outer = selecting.begins(self -> {
            return selected(self.select(FOREVER, ofA.source(), new Busy(() -> assertEquals(result, wait.apply(self, ofA)))));
        });
        runtime.advance(ofMillis(2));
        assertFalse(outer.isDone());
        assertEquals(1, a.stats().waitingReaders());
        publish(a, "1");
        assertEquals("0: 1", outer.resultNow());
        assertEquals(0, a.stats().waitingReaders());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aReadWithinASelectLeavesTheOuterOneItsPlace(int shard) {
        theOuterSelectKeepsItsPlace(shard, (ipc, ofA) -> Agent.text(ofA.read(ofMillis(1))), "TIMEOUT");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aSelectOfAnotherSourceOfTheSameSubscriptionLeavesTheOuterOneItsPlace(int shard) {
        theOuterSelectKeepsItsPlace(shard, (ipc, ofA) -> selected(ipc.select(ofMillis(1), ofA.source())),
                "TIMEOUT");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aReadWithinASelectHasTheEntryAndTheSelectTheNext(int shard) {
        Agent selecting = agent("selecting", shard);
        Subscription<String> ofA = selecting.subscribes(a);
        var read = new ArrayList<String>();
        var outer = selecting.begins(self -> selected(self.select(FOREVER, ofA.source(),
                new Busy(() -> read.add(Agent.text(ofA.read()))))));
        publish(a, "1");
        assertEquals(List.of("1"), read);
        assertFalse(outer.isDone());
        publish(a, "2");
        assertEquals("0: 2", outer.resultNow());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aSelectWithinASelectLeavesTheOuterOneItsPlace(int shard) {
        Agent selecting = agent("selecting", shard);
        Subscription<String> ofA = selecting.subscribes(a);
        var outer = selecting.begins(self -> {
            Source shared = ofA.source();
            return selected(self.select(FOREVER, shared, new Busy(() ->
                    assertEquals("TIMEOUT", selected(self.select(ofMillis(1), shared))))));
        });
        runtime.advance(ofMillis(2));
        assertFalse(outer.isDone());
        publish(a, "to both");
        assertEquals("0: to both", outer.resultNow());
        assertEquals(0, a.stats().waitingReaders());
    }
}
