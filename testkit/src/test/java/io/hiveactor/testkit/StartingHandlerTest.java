package io.hiveactor.testkit;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.StartingHandler;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StartingHandlerTest {
    private final TestRuntime runtime =
            new TestRuntime(TestRuntime.config().shards(2).build(), TestRuntime.freshSeed());
    private final List<Object> log = new ArrayList<>();

    @AfterEach
    void nothingIsLeft() {
        runtime.close();
        assertEquals(0, runtime.hive().stats().actors(), "seed " + runtime.seed());
        assertEquals(0, runtime.hive().stats().messagesInUse(), "seed " + runtime.seed());
    }

    /** What the start does. */
    private interface Start {
        void run(ActorContext context) throws Exception;
    }

    private ActorId spawn(Start start) {
        return runtime.hive().spawn(new StartingHandler() {
            @Override
            public void onStart(ActorContext context) throws Exception {
                log.add("start");
                start.run(context);
            }

            @Override
            public void onMessage(ActorContext context, Message message) {
                log.add(message.object());
            }
        });
    }

    @Test
    void itStartsWithoutAMessageAndOnce() {
        ActorId actor = spawn(context -> {});
        runtime.runUntilBlocked();
        assertEquals(List.of("start"), log);

        assertEquals(NotifyStatus.SENT, runtime.hive().notify(actor, 1));
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(actor, 2));
        runtime.runUntilBlocked();
        assertEquals(List.of("start", 1, 2), log);
    }

    @Test
    void whatCameBeforeItHadStartedIsHandledAfterwards() {
        ActorId actor = spawn(context -> context.sleep(ofMillis(10)));
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(actor, 1));
        runtime.runUntilBlocked();
        assertEquals(List.of("start"), log);

        runtime.advance(ofMillis(10));
        assertEquals(List.of("start", 1), log);
    }

    @Test
    void itsStartMayReceive() {
        ActorId actor = spawn(context -> log.add("took " + context.receive().object()));
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(actor, 1));
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(actor, 2));
        runtime.runUntilBlocked();
        assertEquals(List.of("start", "took 1", 2), log);
    }

    @Test
    void aStartThatThrowsIsACrash() {
        var failure = new IllegalStateException("no");
        ActorId actor = spawn(context -> {
            throw failure;
        });
        runtime.runUntilBlocked();
        assertEquals(ExitReason.CRASH, runtime.exitOf(actor).reason());
        assertSame(failure, runtime.exitOf(actor).cause());
    }

    @Test
    void anExitInItsStartEndsItBeforeItsFirstMessage() {
        ActorId actor = spawn(context -> context.exit(ExitReason.of(5)));
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(actor, 1));
        runtime.runUntilBlocked();
        assertEquals(ExitReason.of(5), runtime.exitOf(actor).reason());
        assertEquals(List.of("start"), log);
    }

    @Test
    void aKillDuringItsStartEndsIt() {
        ActorId actor = spawn(context -> context.sleep(ofMillis(10)));
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(actor, 1));
        runtime.runUntilBlocked();
        runtime.hive().kill(actor);
        runtime.runUntilBlocked();
        assertEquals(ExitReason.KILLED, runtime.exitOf(actor).reason());
        assertEquals(List.of("start"), log);
    }
}
