package io.hiveactor.mailbox.redis;

import static io.hiveactor.mailbox.redis.Boxes.GUARD_SECONDS;
import static io.hiveactor.mailbox.redis.Boxes.LONG;
import static io.hiveactor.mailbox.redis.Boxes.got;
import static io.hiveactor.mailbox.redis.Boxes.newName;
import static io.hiveactor.mailbox.redis.Boxes.open;
import static io.hiveactor.mailbox.redis.Boxes.receiveOne;
import static io.hiveactor.mailbox.redis.Boxes.send;
import static io.hiveactor.mailbox.redis.Boxes.until;
import static io.hiveactor.mailbox.redis.Boxes.waiting;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Receivers are woken by the server. None of these looks by itself. */
@Timeout(60)
class WakingTest {
    private static final Duration SHORT = Duration.ofMillis(150);

    private final OneServer redis = OneServer.shared();
    private final RedisBackend elsewhere = RedisBackend.connect(redis.client);
    private final String name = newName();
    private final RedisMailbox<String, String> here = open(redis.backend, name);
    private final RedisMailbox<String, String> there = open(elsewhere, name);

    @AfterEach
    void close() {
        here.close();
        there.close();
        elsewhere.close();
    }

    @Test
    void aSendFromElsewhereWakesInMilliseconds() throws Exception {
        long best = Long.MAX_VALUE;
        for (int round = 0; round < 8 && best >= 10_000; round++) { // one is enough, if the machine does other things too
            best = Math.min(best, wakeUpMicrosOfTheSlowestButOne());
        }
        assertTrue(best < 10_000, "microseconds: " + best);
    }

    private long wakeUpMicrosOfTheSlowestButOne() throws Exception {
        List<Long> micros = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            var waits = waiting(here);
            long start = System.nanoTime();
            send(there, "m");
            var got = got(waits);
            micros.add((System.nanoTime() - start) / 1_000);
            assertEquals(AckStatus.DONE, got.acknowledge());
        }
        return micros.stream().sorted().toList().get(98);
    }

    @Test
    void aLeaseThatEndsWakesAndNotTooSoon() throws Exception {
        send(here, "a");
        long start = System.nanoTime();
        receiveOne(there, SHORT);
        assertEquals(2, got(waiting(here)).deliveryCount());
        long millis = (System.nanoTime() - start) / 1_000_000;
        assertTrue(millis >= SHORT.toMillis() && millis < SHORT.toMillis() + 1_000, "after " + millis + " ms");
    }

    @Test
    void aLeaseThatIsMadeToEndSoonerThanWasKnownWakes() throws Exception {
        send(there, "a");
        var held = receiveOne(there, LONG);
        var waits = waiting(here); // until that lease ends, as far as is known
        assertEquals(AckStatus.DONE, held.extend(SHORT));
        assertEquals(2, got(waits).deliveryCount());
    }

    @Test
    void aDelayThatEndsWakes() throws Exception {
        send(there, "a");
        var held = receiveOne(there, LONG);
        var waits = waiting(here);
        assertEquals(AckStatus.DONE, held.nack(SHORT));
        assertEquals(2, got(waits).deliveryCount());
    }

    @Test
    void manyReceiversEachGetOneOfWhatIsSentInOneCall() throws Exception {
        List<CompletableFuture<List<Delivery<String, String>>>> waits = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            waits.add(waiting(i % 2 == 0 ? here : there));
        }
        var _ = here.sendAll(List.of("1", "2", "3", "4", "5", "6", "7", "8"));
        List<String> bodies = new ArrayList<>();
        for (var each : waits) {
            bodies.add(got(each).body());
        }
        assertEquals(List.of("1", "2", "3", "4", "5", "6", "7", "8"), bodies.stream().sorted().toList());
    }

    /** How often the server was asked, once so many wait and have had the looks that a first subscription gives. */
    private long callsOnceAllRest(int count) {
        var calls = new AtomicLong(-1);
        until(() -> {
            long now = redis.scriptCalls();
            return here.waiting() == count && calls.getAndSet(now) == now;
        });
        return calls.get();
    }

    @Test
    void whoWaitsAsksTheServerNothing() throws Exception {
        var other = open(redis.backend, newName());
        send(other, "m"); // so that the server has the scripts
        assertEquals(AckStatus.DONE, receiveOne(other, LONG).acknowledge());
        List<CompletableFuture<?>> waits = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            waits.add(waiting(here));
        }
        long before = callsOnceAllRest(10);
        for (int i = 0; i < 100; i++) { // who looked by itself would do so by now
            send(other, "m");
            assertEquals(AckStatus.DONE, receiveOne(other, LONG).acknowledge());
        }
        assertEquals(before + 300, redis.scriptCalls());
        here.close();
        for (var each : waits) {
            assertEquals(List.of(), each.get(GUARD_SECONDS, TimeUnit.SECONDS));
        }
    }

    @Test
    void oneOfManyLooksWhenALeaseEnds() throws Exception {
        send(there, "a");
        var held = receiveOne(there, LONG);
        List<CompletableFuture<List<Delivery<String, String>>>> waits = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            waits.add(waiting(here));
        }
        long before = callsOnceAllRest(10);
        assertEquals(AckStatus.DONE, held.extend(SHORT));
        until(() -> waits.stream().anyMatch(CompletableFuture::isDone));
        long looks = redis.scriptCalls() - before;
        assertTrue(looks <= 1 + 4, "calls with the extension: " + looks);
    }

    @Test
    void whoFollowsTakesTheLeadWhenTheLeaderGoes() throws Exception {
        send(there, "a");
        receiveOne(there, Duration.ofMillis(900));
        Thread leader = Thread.ofVirtual().start(() -> {
            try {
                assertEquals(List.of(), here.receive(1, LONG, Duration.ofMillis(400)));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        until(() -> here.waiting() == 1);
        var follows = waiting(here);
        assertTrue(leader.join(Duration.ofSeconds(GUARD_SECONDS)));
        assertEquals(2, got(follows).deliveryCount());
    }

    @Test
    void aCloseLeavesTheQueueToOthers() throws Exception {
        var waits = waiting(here);
        var goesOn = waiting(there);
        here.close();
        assertEquals(List.of(), waits.get(GUARD_SECONDS, TimeUnit.SECONDS));
        send(here, "still sent");
        assertEquals("still sent", got(goesOn).body());
        assertFalse(there.isClosed());
    }

    @Test
    void aCloseEndsTheSubscription() throws Exception {
        var waits = waiting(here);
        String channel = "{queue:" + name + "}:wake";
        assertEquals(1, redis.commands().pubsubNumsub(channel).get(channel));
        here.close();
        assertEquals(List.of(), waits.get(GUARD_SECONDS, TimeUnit.SECONDS));
        until(() -> redis.commands().pubsubNumsub(channel).get(channel) == 0);
    }

    @Test
    void aClosedBackendClosesAlsoMailboxesInWhichNobodyEverWaited() throws Exception {
        elsewhere.close();
        assertTrue(there.isClosed());
        assertEquals(List.of(), there.receive(1, LONG, LONG));
        assertFalse(here.isClosed());
    }

    @Test
    void aClosedBackendSendsEverybodyHome() throws Exception {
        var waits = waiting(there);
        elsewhere.close();
        assertEquals(List.of(), waits.get(GUARD_SECONDS, TimeUnit.SECONDS));
        assertTrue(there.isClosed());
    }
}
