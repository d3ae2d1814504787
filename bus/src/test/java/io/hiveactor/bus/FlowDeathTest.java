package io.hiveactor.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.testkit.TestRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Actors between a bus and a Flow are killed, and whoever subscribes a Flow. */
class FlowDeathTest extends BusScene {
    private static final String FEED_KILLED = "the actor of a Flow of bus b was killed";
    private static final String INTAKE_KILLED =
            "the actor of a Flow subscriber that publishes on bus b was killed";

    private final FlowUpstream upstream = new FlowUpstream();
    private final List<Throwable> failures = new ArrayList<>();
    private ActorId victim;

    /** The actor that calls is the one to be killed. */
    private void isVictim() {
        victim = Objects.requireNonNull(runtime.hive().current(), "an actor calls").self();
    }

    private void killVictim() {
        runtime.hive().kill(victim);
        runtime.runUntilBlocked();
    }

    /** Kills the actor that calls, which then finds that out. */
    private void die(Bus<Integer> bus) {
        isVictim();
        runtime.hive().kill(victim);
        assertEquals(-1, bus.stats().subscribers(), "it must not get an answer");
    }

    private FlowProbe<Integer> subscribed(Bus<Integer> bus, FlowProbe<Integer> probe) {
        bus.asFlow().subscribe(probe);
        runtime.runUntilBlocked();
        return probe;
    }

    private void publish(Bus<Integer> bus, int... values) {
        for (int value : values) {
            assertEquals(PublishStatus.PUBLISHED, bus.publisher().tryPublish(value));
        }
        runtime.runUntilBlocked();
    }

    private Flow.Subscriber<Integer> into(Bus<Integer> bus, int window) {
        Flow.Subscriber<Integer> subscriber = bus.flowSubscriber(window, failures::add);
        subscriber.onSubscribe(upstream);
        runtime.runUntilBlocked();
        return subscriber;
    }

    private List<String> toldOfFailures() {
        return failures.stream().map(Throwable::getMessage).toList();
    }

    // ---- the Flow of a bus ----

    /** At whatever point of its way a subscribe is. */
    @Test
    void whoeverIsKilledWhileItSubscribesLeavesNothingBehind() {
        for (int steps = 0; steps < 60; steps++) {
            try (var small = new TestRuntime(TestRuntime.config().shards(2).build(), TestRuntime.freshSeed() + steps)) {
                Bus<Integer> bus = Bus.open(small.hive(), BusConfig.of("b", 1).waiting());
                var probe = new FlowProbe<Integer>(0);
                ActorId dying = small.hive().spawn(
                        (ActorBody) self -> bus.asFlow().subscribe(probe), ActorConfig.DEFAULT.onShard(1));
                int killed = steps;
                small.hive().spawn((ActorBody) self -> {
                    for (int i = 0; i < killed; i++) {
                        self.yield();
                    }
                    self.kill(dying);
                }, ActorConfig.DEFAULT.onShard(0));
                small.runUntilBlocked();
                String context = "-Dhive.seed=" + small.seed() + " after " + steps + ": " + bus.stats();
                assertEquals(List.of(), probe.told(), context);
                if (bus.stats().subscribers() > 0) {
                    probe.subscription(context).cancel();
                    small.runUntilBlocked();
                }
                assertEquals(DestroyStatus.DESTROYED, bus.destroy(), context);
            }
        }
    }

    private static void assertKilled(FlowProbe<?> probe) {
        assertEquals(2, probe.told().size(), probe.told()::toString);
        assertEquals(FEED_KILLED,
                assertInstanceOf(IllegalStateException.class, probe.told().getLast()).getMessage());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 9})
    void aFlowWhoseActorIsKilledEndsWithAnErrorAndTheBusForgetsIt(long demand) {
        Bus<Integer> bus = bus(BusConfig.of("b", 1).waiting());
        FlowProbe<Integer> probe = subscribed(bus, new FlowProbe<>(demand, value -> isVictim()));
        publish(bus, 1);
        killVictim();
        assertKilled(probe);
        assertEquals(0, bus.stats().subscribers());
        publish(bus, 2, 3);
    }

    @Test
    void anActorThatIsKilledInTheMiddleOfOnNextIsUnwoundAndTheSubscriberToldWhy() {
        Bus<Integer> bus = bus(BusConfig.of("b", 4));
        FlowProbe<Integer> probe = subscribed(bus, new FlowProbe<>(9, value -> die(bus)));
        publish(bus, 1, 2);
        assertKilled(probe);
        assertEquals(0, bus.stats().subscribers());
    }

    @Test
    void onCompleteIsTheLastWordThoughTheActorIsKilledInIt() {
        Bus<Integer> bus = bus(BusConfig.of("b", 4));
        FlowProbe<Integer> probe = subscribed(bus, new FlowProbe<Integer>(1).atEnd(() -> die(bus)));
        bus.close();
        runtime.runUntilBlocked();
        assertEquals(List.of(FlowProbe.COMPLETE), probe.told());
    }

    @Test
    void onErrorIsTheLastWordThoughTheActorIsKilledInIt() {
        Bus<Integer> bus = bus(BusConfig.of("b", 4));
        FlowProbe<Integer> probe = subscribed(bus, new FlowProbe<Integer>(1).atEnd(() -> die(bus)));
        probe.subscription().request(-1);
        runtime.runUntilBlocked();
        assertEquals(1, probe.told().size(), probe.told()::toString);
        assertInstanceOf(IllegalArgumentException.class, probe.told().getFirst());
    }

    // ---- a Flow into a bus ----

    @Test
    void whenItsActorIsKilledTheFlowIsCancelledAndThatIsTold() {
        upstream.atRequest = this::isVictim;
        Flow.Subscriber<Integer> subscriber = into(bus(BusConfig.of("b", 4)), 4);
        killVictim();
        assertTrue(upstream.isCancelled);
        assertEquals(List.of(INTAKE_KILLED), toldOfFailures());
        subscriber.onNext(1);
    }

    @Test
    void whenItsActorIsKilledAValueAtHandIsNotLostWithoutAWord() {
        upstream.atRequest = this::isVictim;
        Bus<Integer> bus = bus(BusConfig.of("b", 1).waiting());
        Subscription<Integer> reader = bus.subscribe();
        Flow.Subscriber<Integer> subscriber = into(bus, 4);
        subscriber.onNext(1);
        subscriber.onNext(2);
        subscriber.onComplete();
        runtime.runUntilBlocked();
        killVictim();
        assertEquals(List.of(INTAKE_KILLED), toldOfFailures());
        assertEquals(List.of("1", "WOULD_BLOCK"), List.of(Agent.text(reader.tryRead()), Agent.text(reader.tryRead())));
    }

    @Test
    void aFailureIsToldOnceThoughTheActorIsKilledInTheMiddleOfThat() {
        Bus<Integer> bus = bus(BusConfig.of("b", 4));
        Flow.Subscriber<Integer> subscriber = bus.flowSubscriber(2, failure -> {
            failures.add(failure);
            die(bus);
        });
        subscriber.onSubscribe(upstream);
        subscriber.onError(new IllegalStateException("broken"));
        runtime.runUntilBlocked();
        assertEquals(List.of("broken"), toldOfFailures());
    }

    @Test
    void anActorThatIsKilledInTheMiddleOfACancelIsUnwoundAndThatIsTold() {
        Bus<Integer> bus = bus(BusConfig.of("b", 4));
        upstream.atCancel = () -> die(bus);
        Flow.Subscriber<Integer> subscriber = into(bus, 1);
        subscriber.onNext(1);
        subscriber.onNext(2);
        runtime.runUntilBlocked();
        assertEquals(List.of(INTAKE_KILLED), toldOfFailures());
        Throwable[] suppressed = failures.getFirst().getSuppressed();
        assertEquals(1, suppressed.length);
        assertEquals("a publisher gave more than the 1 values that were requested", suppressed[0].getMessage());
    }

    @Test
    void whoIsToldOfTheCloseIsForgottenWhenItsFlowEndsHoweverThatIs() {
        BusCore core = BusCore.open(runtime.hive(), BusConfig.of("b", 4));
        var complete = new FlowIntake<Integer>(core, 4, failures::add);
        complete.onSubscribe(upstream);
        var doomed = new FlowUpstream();
        doomed.atRequest = this::isVictim;
        new FlowIntake<Integer>(core, 4, failures::add).onSubscribe(doomed);
        runtime.runUntilBlocked();
        assertEquals(2, core.ask(Ring::awaitingClose));
        complete.onComplete();
        killVictim();
        assertEquals(0, core.ask(Ring::awaitingClose));
    }
}
