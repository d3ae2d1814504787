package io.hiveactor.mailbox.memory;

import static java.time.Duration.ZERO;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Eventually;
import io.hiveactor.mailbox.Sent;
import io.hiveactor.mailbox.doubles.SteppedClock;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is settled or purged is nowhere in the mailbox any more. */
@Timeout(60)
class RetentionTest {
    private static final Duration LONG = Duration.ofDays(1);
    private static final int MANY = 1_000;

    private final SteppedClock clock = new SteppedClock();
    private final MemoryMailbox<Object, Object> mailbox = new MemoryMailbox<>(MemoryConfig.named("m").withClock(clock));

    /** A body that only the mailbox has. */
    private WeakReference<Object> sent() {
        var body = new Object();
        assertInstanceOf(Sent.class, mailbox.send(body));
        return new WeakReference<>(body);
    }

    private static void assertGone(WeakReference<Object> body) {
        Eventually.holds(() -> {
            System.gc();
            return body.refersTo(null);
        }, () -> "the body is still kept");
    }

    private List<Delivery<Object, Object>> received(int count) throws InterruptedException {
        List<Delivery<Object, Object>> all = new ArrayList<>();
        while (all.size() < count) {
            all.addAll(mailbox.receive(10, LONG, ZERO));
        }
        return all;
    }

    @Test
    void anAcknowledgedBodyIsNotKept() throws InterruptedException {
        var body = sent();
        assertEquals(AckStatus.DONE, mailbox.receive(1, LONG, ZERO).getFirst().acknowledge());
        assertGone(body);
        assertEquals(List.of(), mailbox.receive());
    }

    @Test
    void anAcknowledgedBodyIsNotKeptBesideOneThatIsHeld() throws InterruptedException {
        var held = sent();
        var gone = sent();
        assertEquals(1, mailbox.receive(1, Duration.ofHours(1), ZERO).size());
        assertEquals(AckStatus.DONE, mailbox.receive(1, LONG, ZERO).getFirst().acknowledge());
        assertGone(gone);
        assertNotNull(held.get());
        assertEquals(1, mailbox.approximateCount());
    }

    @Test
    void purgedBodiesAreNotKept() throws InterruptedException {
        var leased = sent();
        var delayed = sent();
        var visible = sent();
        assertEquals(1, mailbox.receive(1, LONG, ZERO).size());
        assertEquals(AckStatus.DONE, mailbox.receive(1, LONG, ZERO).getFirst().nack(LONG));
        assertEquals(3, mailbox.purge());
        assertGone(leased);
        assertGone(delayed);
        assertGone(visible);
        assertEquals(0, mailbox.approximateCount());
    }

    @Test
    void aPurgeOfManyOfAllKindsKillsEveryReceiptAndLeavesRoomForNewOnes() throws InterruptedException {
        for (int i = 0; i < 3 * MANY; i++) {
            assertNotNull(sent());
        }
        var leased = received(MANY);
        for (var each : received(MANY)) {
            assertEquals(AckStatus.DONE, each.nack(LONG));
        }
        assertEquals(3 * MANY, mailbox.purge());
        assertEquals(0, mailbox.purge());
        for (var each : leased) {
            assertEquals(AckStatus.LEASE_ENDED, each.acknowledge());
            assertEquals(AckStatus.LEASE_ENDED, mailbox.extend(each.receipt(), LONG));
        }
        clock.step(LONG);
        assertEquals(List.of(), mailbox.receive());

        for (int i = 0; i < MANY; i++) {
            assertNotNull(sent());
        }
        for (var each : received(MANY)) {
            assertEquals(AckStatus.DONE, mailbox.acknowledge(each.receipt()));
        }
        assertEquals(0, mailbox.approximateCount());
    }
}
