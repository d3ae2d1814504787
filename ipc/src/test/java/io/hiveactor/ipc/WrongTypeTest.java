package io.hiveactor.ipc;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.HiveListener;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.NoReply;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.SendStatus;
import io.hiveactor.runtime.Undelivered;
import io.hiveactor.testkit.TestRuntime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A message of another type, sent to a typed actor: it is reported, and nothing else happens. */
class WrongTypeTest {
    private final List<Undelivered> undelivered = new ArrayList<>();
    private final List<Object> seen = new ArrayList<>();
    private final RuntimeLog log = new RuntimeLog();
    private TestRuntime runtime = runtime(false);

    WrongTypeTest() throws ReflectiveOperationException {}

    private TestRuntime runtime(boolean isDebug) {
        var listener = new HiveListener() {
            @Override
            public void onUndelivered(Undelivered message) {
                undelivered.add(message);
            }
        };
        return new TestRuntime(
                TestRuntime.config().debug(isDebug).listener(listener).build(), TestRuntime.freshSeed());
    }

    @AfterEach
    void everySlotIsBack() throws ReflectiveOperationException {
        log.close();
        runtime.close();
        assertEquals(0, runtime.hive().stats().messagesInUse());
    }

    /** An actor that takes integers. */
    private ActorId typed(boolean isHandler, String name) {
        ActorConfig config = ActorConfig.named(name);
        return isHandler
                ? Ref.spawn(runtime.hive(), Integer.class, (self, number) -> seen.add(number), config).id()
                : Ref.spawnBody(runtime.hive(), Integer.class, self -> {
                    while (true) {
                        seen.add(self.receive());
                    }
                }, config).id();
    }

    private static boolean isHandler(String kind) {
        return kind.startsWith("handler");
    }

    @ParameterizedTest
    @ValueSource(strings = {"handler", "body", "handler in debug mode", "body in debug mode"})
    void itIsCountedAndHandedToTheListener(String kind) {
        runtime.close();
        runtime = runtime(kind.endsWith("debug mode"));
        ActorId target = typed(isHandler(kind), "typed");
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(target, 7, "text"));
        assertEquals(NotifyStatus.SENT, runtime.hive().notifyTag(target, 8));
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(target, 1));
        runtime.runUntilBlocked();
        assertEquals(List.of(1), seen);
        assertEquals(2, runtime.hive().stats().wrongTypes());
        assertEquals(2, runtime.hive().counters().wrongTypes());
        assertEquals(2, undelivered.size(), undelivered.toString());
        Undelivered first = undelivered.getFirst();
        assertEquals(Undelivered.Reason.WRONG_TYPE, first.reason());
        assertEquals(List.of(target, 7, "text"), List.of(first.receiver(), first.tag(), first.object()));
        assertEquals(0, runtime.hive().stats().undelivered(), "its receiver lives");
    }

    @ParameterizedTest
    @ValueSource(strings = {"handler", "body"})
    void itIsLoggedOncePerActor(String kind) {
        ActorId one = typed(isHandler(kind), "one");
        ActorId two = typed(isHandler(kind), "two");
        for (int i = 0; i < 5; i++) {
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(one, "text"));
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(two, 1.5));
        }
        runtime.runUntilBlocked();
        assertEquals(10, runtime.hive().stats().wrongTypes());
        assertEquals(2, log.texts.size(), log.texts.toString());
        String texts = log.texts.toString();
        for (String part : List.of("one#", "two#", "java.lang.Integer", "java.lang.String", "java.lang.Double")) {
            assertTrue(texts.contains(part), texts);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"handler", "body"})
    void aRequestEndsAtOnceAndNotAtItsTimeout(String kind) {
        ActorId target = typed(isHandler(kind), "typed");
        var asked = runtime.start(self -> self.request(target, 0, "question"));
        assertEquals(new NoReply<>(NoReply.Reason.DROPPED, null), asked.resultNow());
        assertEquals(1, undelivered.size());
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(target, 1));
        runtime.runUntilBlocked();
        assertEquals(List.of(1), seen);
    }

    @Test
    void aReceiveWithATimeoutStillEndsAtItsDeadline() {
        Ref<Integer> target = Ref.spawnBody(runtime.hive(), Integer.class,
                self -> seen.add(self.receive(ofMillis(10)) + " at " + self.context().nowNanos()));
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(target.id(), "text"));
        runtime.advance(ofMillis(9));
        assertEquals(List.of(), seen);
        runtime.advance(ofMillis(1));
        assertEquals(List.of("null at 10000000"), seen);
        assertEquals(1, runtime.hive().stats().wrongTypes());
    }

    @Test
    void ticksAndExitsAreNoMessagesOfAnotherType() {
        ActorId victim = runtime.hive().spawn((ActorBody) self -> self.sleep(ofMillis(5)));
        Ref<Integer> handler = Ref.spawn(runtime.hive(), Integer.class, (self, number) -> {
            self.context().after(ofMillis(number));
            seen.add(self.context().monitor(victim).getClass().getSimpleName());
        });
        Ref<Integer> body = Ref.spawnBody(runtime.hive(), Integer.class, self -> {
            self.context().after(ofMillis(1));
            seen.add(self.receive());
            seen.add(self.context().receive().messageClass().name());
        });
        assertEquals(NotifyStatus.SENT, handler.notify(1));
        runtime.advance(ofMillis(10));
        assertEquals(SendStatus.SENT, body.send(2, ofMillis(1)));
        runtime.runUntilBlocked();
        assertEquals(List.of("Monitor", 2, "TIMER"), seen);
        assertEquals(0, runtime.hive().stats().wrongTypes());
        assertEquals(List.of(), undelivered);
    }

    @Test
    void anActorThatLooksAtSignalsItselfHasNothingReported() {
        Ref<Integer> target = Ref.spawn(runtime.hive(), Integer.class, new TypedHandler<Integer>() {
            @Override
            public void onMessage(TypedContext<Integer> self, Integer number) {}

            @Override
            public void onSignal(TypedContext<Integer> self, Message message) {
                seen.add(message.object());
            }
        });
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(target.id(), "text"));
        runtime.runUntilBlocked();
        assertEquals(List.of("text"), seen);
        assertEquals(0, runtime.hive().stats().wrongTypes());
        assertEquals(List.of(), log.texts);
    }
}
