package io.hiveactor.testkit;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorExit;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.ExternalInbox;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.LinkStatus;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.port.Simulations;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Links between two actors of one shard, and of two. */
@ParameterizedClass
@ValueSource(ints = {1, 2})
class LinksTest {
    private final TestRuntime runtime;
    private final ActorConfig here = ActorConfig.named("here").onShard(0);
    private final ActorConfig there;
    private final Puppet one;
    private final Puppet other;

    LinksTest(int shards) {
        runtime = new TestRuntime(
                TestRuntime.config().shards(shards).messages(64).maxActors(6).build(), TestRuntime.freshSeed());
        runtime.simulation().afterEachStep(() -> Simulations.census(runtime.simulation()));
        there = ActorConfig.named("there").onShard(shards - 1);
        one = new Puppet(runtime, here);
        other = new Puppet(runtime, there);
    }

    @AfterEach
    void nothingIsLeft() {
        Leftovers.assertNone(runtime);
    }

    private void link() {
        assertEquals(LinkStatus.LINKED, one.does(self -> self.link(other.id)));
    }

    private int places() {
        return runtime.hive().stats().systemPlaces();
    }

    // ---- how it ends ----

    @Test
    void whoWasLinkedToHearsOfTheOther() {
        link();
        one.ends(self -> exit(self, 7));
        other.expectExit(0, one.id, ExitReason.of(7));
        other.expectNothing();
        assertEquals(0, places());
    }

    @Test
    void whoLinkedHearsOfTheOther() {
        link();
        other.ends(self -> exit(self, 0));
        one.expectExit(0, other.id, ExitReason.of(0));
        one.expectNothing();
        assertEquals(0, places());
    }

    private static Object exit(ActorContext self, int reason) {
        self.exit(ExitReason.of(reason));
        throw new AssertionError("exit returned");
    }

    @Test
    void aKillIsToldAsOne() {
        link();
        assertTrue(runtime.hive().kill(other.id));
        one.expectExit(0, other.id, ExitReason.KILLED);
        one.expectNothing();
    }

    @Test
    void aReturnIsNormal() {
        ActorId worker = runtime.hive().spawn((ActorBody) self -> self.sleep(ofMillis(5)), there);
        assertEquals(LinkStatus.LINKED, one.does(self -> self.link(worker)));
        runtime.advance(ofMillis(5));
        one.expectExit(0, worker, ExitReason.NORMAL);
    }

    @Test
    void aCrashBringsTheException() {
        link();
        var boom = new IllegalStateException("boom");
        other.ends(self -> {
            throw boom;
        });
        ActorExit exit = one.nextExit(0);
        assertEquals(ExitReason.CRASH, exit.reason());
        assertSame(boom, exit.cause());
        assertFalse(exit.stillRunning());
    }

    @Test
    void aStackOverflowIsToldAsOne() {
        link();
        other.ends(self -> forEver(self));
        ActorExit exit = one.nextExit(0);
        assertEquals(ExitReason.STACK_OVERFLOW, exit.reason());
        assertInstanceOf(StackOverflowError.class, exit.cause());
    }

    @SuppressWarnings("InfiniteRecursion") // the subject
    private static int forEver(ActorContext self) {
        return forEver(self) + self.pending();
    }

    @Test
    void anInitThatThrowsIsToldToWhoHasLinked() {
        var failed = one.fails(self -> self.spawn((Handler) (inner, message) -> {}, there.withInit(id -> {
            assertEquals(LinkStatus.LINKED, self.link(id));
            throw new IllegalStateException("no");
        })));
        assertEquals("no", failed.getMessage());
        assertEquals(ExitReason.KILLED, one.nextExit(0).reason());
        one.expectNothing();
        assertEquals(2, runtime.hive().stats().actors());
        assertEquals(0, places());
    }

    @Test
    void aLinkMadeInInitSeesACrashAtOnce() {
        var boom = new IllegalStateException("boom");
        one.does(self -> self.spawn((ActorBody) inner -> {
            throw boom;
        }, there.withInit(id -> assertEquals(LinkStatus.LINKED, self.link(id)))));
        assertSame(boom, one.nextExit(0).cause());
    }

    @Test
    void aZombieIsToldAfterItsGraceAsStillRunningAndNeverAgain() {
        var threads = new ArrayList<Thread>();
        var mayEnd = new boolean[1];
        ActorId zombie = runtime.hive().spawn((ActorBody) self -> {
            threads.add(Thread.currentThread());
            while (!mayEnd[0]) {
                LockSupport.park();
                Thread.interrupted();
            }
        }, there);
        assertEquals(LinkStatus.LINKED, one.does(self -> self.link(zombie)));
        assertTrue(runtime.hive().kill(zombie));
        runtime.advance(ofMillis(999));
        one.expectNothing();
        assertEquals(LinkStatus.NO_TARGET, other.does(self -> self.link(zombie)));

        runtime.advance(ofMillis(1));
        assertEquals(new ActorExit(zombie, ExitReason.KILLED, null, true), one.nextExit(0));
        assertEquals(0, places());

        mayEnd[0] = true;
        LockSupport.unpark(threads.getFirst());
        one.expectNothing();
    }

    // ---- order ----

    @Test
    void anExitComesBehindWhatLiesThereAndWhatTheDeadHasSent() {
        link();
        one.order(self -> {
            self.sleep(ofMillis(10));
            return 0;
        });
        runtime.runUntilBlocked();
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(one.id, "before"));
        other.ends(self -> {
            assertEquals(NotifyStatus.SENT, self.notify(one.id, "last words"));
            return exit(self, 1);
        });
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(one.id, "after"));
        runtime.advance(ofMillis(10));
        one.expect("before");
        one.expect("last words");
        one.expectExit(0, other.id, ExitReason.of(1));
        one.expect("after");
    }

    @Test
    void linksAreToldBeforeMonitors() {
        long number = one.monitors(other.id);
        link();
        assertTrue(runtime.hive().kill(other.id));
        one.expectExit(0, other.id, ExitReason.KILLED);
        one.expectExit(number, other.id, ExitReason.KILLED);
        one.expectNothing();
    }

    // ---- linking and unlinking ----

    @Test
    void linkingTwiceIsLinkingOnce() {
        link();
        link();
        assertEquals(LinkStatus.LINKED, other.does(self -> self.link(one.id)));
        assertEquals(2, places());
        assertTrue(runtime.hive().kill(other.id));
        one.expectExit(0, other.id, ExitReason.KILLED);
        one.expectNothing();
    }

    @Test
    void bothAtOnceAreOneLinkThatOneUnlinkEnds() {
        one.order(self -> self.link(other.id));
        other.order(self -> self.link(one.id));
        runtime.runUntilBlocked();
        assertEquals(2, places());
        assertTrue(one.succeeds(self -> self.unlink(other.id)));
        assertEquals(0, places());
        assertFalse(other.succeeds(self -> self.unlink(one.id)));
        assertTrue(runtime.hive().kill(other.id));
        one.expectNothing();
    }

    @Test
    void eitherMayUnlinkAndNeitherHearsOfTheOther() {
        for (Puppet identity : List.of(one, other)) {
            Puppet whom = identity == one ? other : one;
            link();
            assertTrue(identity.succeeds(self -> self.unlink(whom.id)));
            assertFalse(identity.succeeds(self -> self.unlink(whom.id)), "twice");
            assertEquals(0, places());
        }
        assertTrue(runtime.hive().kill(other.id));
        one.expectNothing();
    }

    @Test
    void anUnlinkLeavesTheExitThatLiesInTheMailbox() {
        link();
        one.order(self -> {
            self.sleep(ofMillis(10));
            return self.unlink(other.id);
        });
        runtime.runUntilBlocked();
        assertTrue(runtime.hive().kill(other.id));
        runtime.advance(ofMillis(10));
        one.expectExit(0, other.id, ExitReason.KILLED);
    }

    @Test
    void anUnlinkThatCrossesAnExitKeepsItAway() {
        var unlinked = new ArrayList<Boolean>();
        link();
        one.order(self -> unlinked.add(self.unlink(other.id)));
        other.order(self -> exit(self, 3));
        runtime.runUntilBlocked();
        if (unlinked.getFirst()) {
            one.expectNothing();
        } else {
            one.expectExit(0, other.id, ExitReason.of(3));
            one.expectNothing();
        }
    }

    @Test
    void aLinkThatCrossesAnEndBringsItsReason() {
        var linked = new ArrayList<LinkStatus>();
        one.order(self -> linked.add(self.link(other.id)));
        other.order(self -> exit(self, 3));
        runtime.runUntilBlocked();
        if (linked.getFirst() == LinkStatus.LINKED) {
            one.expectExit(0, other.id, ExitReason.of(3));
        }
        one.expectNothing();
        assertEquals(0, places());
    }

    @Test
    void aLinkMadeAfterTheOthersUnlinkStands() {
        for (int asker = 0; asker < 2; asker++) { // whoever asked for the link that is taken away
            Puppet first = asker == 0 ? one : other;
            Puppet second = asker == 0 ? other : one;
            assertEquals(LinkStatus.LINKED, first.does(self -> self.link(second.id)));
            var order = new ArrayList<String>();
            var random = new SplittableRandom(runtime.seed() + asker);
            one.order(self -> {
                pause(self, random);
                order.add("unlink");
                return self.unlink(other.id);
            });
            other.order(self -> {
                pause(self, random);
                order.add("link");
                return self.link(one.id);
            });
            runtime.runUntilBlocked();
            if (order.getLast().equals("link")) {
                assertEquals(2, places(), "LINKED, and not linked; seed " + runtime.seed());
            }
            one.does(self -> self.unlink(other.id));
            assertEquals(0, places());
        }
    }

    /** In any order of calls and of their arrival. */
    @Test
    void whatCrossesEndsInAgreement() {
        for (int round = 0; round < 300; round++) {
            long seed = runtime.seed() + round;
            try (var crossing = new TestRuntime(
                    TestRuntime.config().shards(runtime.hive().config().shards()).messages(32).build(), seed)) {
                cross(crossing, new SplittableRandom(seed));
            } catch (Throwable e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    private void cross(TestRuntime crossing, SplittableRandom random) {
        var a = new Puppet(crossing, here);
        var b = new Puppet(crossing, there);
        var last = new boolean[1];
        crossing.simulation().afterEachStep(() -> Simulations.census(crossing.simulation()));
        for (Puppet identity : List.of(a, b)) {
            Puppet whom = identity == a ? b : a;
            var choices = new SplittableRandom(random.nextLong());
            identity.order(self -> {
                for (int i = choices.nextInt(6); i > 0; i--) {
                    pause(self, choices);
                    if (choices.nextInt(5) < 3) {
                        assertEquals(LinkStatus.LINKED, self.link(whom.id));
                        last[0] = true;
                    } else if (self.unlink(whom.id)) {
                        last[0] = false;
                    }
                }
                return 0;
            });
        }
        crossing.runUntilBlocked();
        int halves = crossing.hive().stats().systemPlaces();
        assertTrue(halves == 0 || halves == 2, "halves: " + halves);
        assertTrue(halves == 2 || !last[0], "who linked last, after every unlink, is not linked");
        Puppet dying = random.nextBoolean() ? a : b;
        Puppet living = dying == a ? b : a;
        assertTrue(crossing.hive().kill(dying.id));
        if (halves == 2) {
            living.expectExit(0, dying.id, ExitReason.KILLED);
        }
        living.expectNothing();
        assertEquals(0, crossing.hive().stats().systemPlaces());
    }

    /** Lets the other shard come before this one looks into its inbox again. */
    private static void pause(ActorContext self, SplittableRandom choices) {
        for (int i = choices.nextInt(4); i > 0; i--) {
            self.yield();
        }
    }

    // ---- what cannot be linked ----

    @Test
    void theDeadCannotBeLinked() {
        assertTrue(runtime.hive().kill(other.id));
        assertEquals(LinkStatus.NO_TARGET, one.does(self -> self.link(other.id)));
        assertFalse(one.succeeds(self -> self.unlink(other.id)));
        one.expectNothing();
        assertEquals(0, places());
    }

    @Test
    void anOutsideInboxCannotBeLinked() {
        try (ExternalInbox inbox = runtime.hive().openInbox()) {
            runtime.simulation().afterEachStep(() -> {});
            assertEquals(LinkStatus.NO_TARGET, one.does(self -> self.link(inbox.id())));
            assertFalse(one.succeeds(self -> self.unlink(inbox.id())));
        }
        assertEquals(0, places());
    }

    @Test
    void oneselfAndStrangersAreRefusedByName() {
        try (var elsewhere = new TestRuntime()) {
            ActorId stranger = elsewhere.hive().spawn((Handler) (self, message) -> {}, ActorConfig.named("stranger"));
            for (ActorId bad : List.of(one.id, stranger)) {
                for (Throwable refusal : List.of(
                        one.fails(self -> self.link(bad)), one.fails(self -> self.unlink(bad)))) {
                    assertInstanceOf(IllegalArgumentException.class, refusal);
                    assertTrue(refusal.getMessage().contains(bad.toString()), refusal.getMessage());
                }
            }
        }
        assertInstanceOf(NullPointerException.class, one.fails(self -> self.link(null)));
        assertEquals(0, places());
        assertTrue(runtime.hive().isAlive(one.id));
    }

    @Test
    void thereAreAsManyAsThereMayBeActors() {
        for (int i = 0; i < 6; i++) {
            long number = one.monitors(other.id);
            assertTrue(number > 0);
        }
        assertEquals(LinkStatus.NO_MEMORY, one.does(self -> self.link(other.id)));
        assertEquals(6, places());
        assertTrue(runtime.hive().kill(one.id));
        other.expectNothing();
        assertEquals(0, places());
    }

    @Test
    void aContextThatIsNotItsActorsLinksNothing() {
        ActorContext stolen = one.does(self -> self);
        assertThrows(WrongThreadException.class, () -> stolen.link(other.id));
        assertThrows(WrongThreadException.class, () -> stolen.unlink(other.id));
        assertEquals(0, places());
        runtime.advance(ofSeconds(1));
    }
}
