package io.hiveactor.testkit;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorExit;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.LinkStatus;
import io.hiveactor.runtime.MailboxLimit;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.Monitor;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.port.Simulations;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An EXIT is never lost: with every slot of the pool taken, and with its receiver's mailbox at its limit. */
@ParameterizedClass
@ValueSource(ints = {1, 2})
class ExitDeliveryTest {
    private static final int MESSAGES = 16;
    private static final int LIMIT = 3;

    private final TestRuntime runtime;
    private final ActorConfig there;
    private final List<Object> seen = new ArrayList<>();

    ExitDeliveryTest(int shards) {
        runtime = new TestRuntime(
                TestRuntime.config().shards(shards).messages(MESSAGES).reservedMessages(2).build(),
                TestRuntime.freshSeed());
        runtime.simulation().afterEachStep(() -> Simulations.census(runtime.simulation()));
        there = ActorConfig.named("there").onShard(shards - 1);
    }

    @AfterEach
    void nothingIsLeft() {
        Leftovers.assertNone(runtime);
    }

    private Object seen(Message message) {
        return message.messageClass() == MessageClass.EXIT
                ? List.of(message.as(ActorExit.class).actor(), message.correlation() == 0)
                : String.valueOf(message.object());
    }

    /** Links and monitors a target, sleeps, and keeps what it received after that. */
    private ActorId receiver(boolean isHandler, ActorConfig config, ActorId... targets) {
        ActorConfig here = config.onShard(0);
        if (!isHandler) {
            return runtime.hive().spawn((ActorBody) self -> {
                tie(self, targets);
                while (true) {
                    seen.add(seen(self.receive()));
                }
            }, here);
        }
        ActorId receiver = runtime.hive().spawn((self, message) -> {
            if ("tie".equals(message.object())) {
                tie(self, targets);
            } else {
                seen.add(seen(message));
            }
        }, here);
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(receiver, "tie"));
        return receiver;
    }

    private static void tie(ActorContext self, ActorId... targets) {
        for (ActorId target : targets) {
            assertEquals(LinkStatus.LINKED, self.link(target));
            assertInstanceOf(Monitor.class, self.monitor(target));
        }
        self.sleep(ofMillis(10));
    }

    private ActorId idle() {
        return runtime.hive().spawn((Handler) (self, message) -> {}, there);
    }

    private static List<Object> exits(ActorId actor) {
        return List.of(List.of(actor, true), List.of(actor, false));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void withEverySlotTaken(boolean isHandler) {
        ActorId target = idle();
        ActorId receiver = receiver(isHandler, ActorConfig.named("receiver"), target);
        runtime.runUntilBlocked();
        ActorId sleeper = runtime.hive().spawn((ActorBody) self -> {
            for (int i = 0; i < 2; i++) {
                assertTrue(self.after(ofMillis(1)).number() > 0); // they take the reserve
            }
            self.sleep(ofMillis(100));
        }, there);
        runtime.runUntilBlocked();
        while (runtime.hive().notify(sleeper, "fill") == NotifyStatus.SENT) {
            runtime.runUntilBlocked();
        }
        runtime.advance(ofMillis(1));
        assertEquals(MESSAGES, runtime.hive().stats().messagesInUse(), "or it proves nothing");
        assertTrue(runtime.hive().kill(target));
        runtime.runUntilBlocked();
        assertEquals(NotifyStatus.NO_MEMORY, runtime.hive().notify(receiver, "no"));
        runtime.advance(ofMillis(9));
        assertEquals(exits(target), seen);
    }

    static final List<@Nullable MailboxLimit> LIMITS = List.of(MailboxLimit.blockSender(LIMIT),
            MailboxLimit.fail(LIMIT), MailboxLimit.dropNewest(LIMIT), MailboxLimit.dropOldest(LIMIT),
            MailboxLimit.conflate(LIMIT, object -> object));

    @ParameterizedTest
    @FieldSource("LIMITS")
    void withTheMailboxAtItsLimit(MailboxLimit limit) {
        for (boolean isHandler : new boolean[] {true, false}) {
            seen.clear();
            ActorId first = idle();
            ActorId second = idle();
            ActorId receiver = receiver(isHandler, ActorConfig.named("receiver").withLimit(limit), first, second);
            runtime.runUntilBlocked();

            // an EXIT does not count: as many fit in beside it as before
            assertTrue(runtime.hive().kill(first));
            runtime.runUntilBlocked();
            for (int i = 0; i < LIMIT; i++) {
                assertEquals(NotifyStatus.SENT, runtime.hive().notify(receiver, "m" + i));
                runtime.runUntilBlocked();
            }
            NotifyStatus beyond = runtime.hive().notify(receiver, "beyond");
            runtime.runUntilBlocked();
            assertEquals(switch (limit.overflow()) {
                case BLOCK_SENDER, FAIL -> NotifyStatus.MAILBOX_FULL;
                case DROP_NEWEST -> NotifyStatus.DROPPED;
                case DROP_OLDEST, CONFLATE -> NotifyStatus.SENT;
            }, beyond);
            assertTrue(runtime.hive().kill(second));
            runtime.runUntilBlocked();
            if (beyond == NotifyStatus.SENT) { // nor is it dropped when it is the oldest
                assertEquals(NotifyStatus.SENT, runtime.hive().notify(receiver, "more"));
            }
            runtime.advance(ofMillis(10));

            List<Object> messages = beyond == NotifyStatus.SENT ? List.of("m2", "beyond") : List.of("m0", "m1", "m2");
            List<Object> behind = beyond == NotifyStatus.SENT ? List.of("more") : List.of();
            assertEquals(Stream.of(exits(first), messages, exits(second), behind).flatMap(List::stream).toList(),
                    seen, limit.overflow() + (isHandler ? " handler" : " straight-line"));
            assertTrue(runtime.hive().kill(receiver));
            runtime.runUntilBlocked();
            assertEquals(0, runtime.hive().stats().systemPlaces());
        }
    }

    @Test
    void manyAtOnceAllArrive() {
        var targets = new ActorId[200];
        for (int i = 0; i < targets.length; i++) {
            targets[i] = idle();
        }
        ActorId receiver = receiver(false, ActorConfig.named("receiver").withLimit(MailboxLimit.fail(1)), targets);
        runtime.runUntilBlocked();
        for (ActorId target : targets) {
            assertTrue(runtime.hive().kill(target));
        }
        runtime.runUntilBlocked();
        runtime.advance(ofMillis(10));
        assertEquals(2 * targets.length, seen.size());
        assertEquals(2 * targets.length, List.copyOf(seen).stream().distinct().count());
        assertTrue(runtime.hive().isAlive(receiver));
        assertEquals(0, runtime.hive().stats().systemPlaces());
    }

    @Test
    void whoEndsWithExitsUnreadGivesTheirPlacesBack() {
        ActorId target = idle();
        ActorId receiver = receiver(true, ActorConfig.named("receiver"), target);
        runtime.runUntilBlocked();
        assertTrue(runtime.hive().kill(target));
        runtime.runUntilBlocked();
        assertEquals(2, runtime.hive().stats().systemPlaces());
        assertTrue(runtime.hive().kill(receiver));
        runtime.runUntilBlocked();
        assertEquals(0, runtime.hive().stats().systemPlaces());
        assertEquals(List.of(), seen);
        assertEquals(ExitReason.KILLED, runtime.exitOf(receiver).reason());
    }
}
