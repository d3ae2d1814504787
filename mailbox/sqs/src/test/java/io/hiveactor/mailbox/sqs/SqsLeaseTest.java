package io.hiveactor.mailbox.sqs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Codec;
import io.hiveactor.mailbox.doubles.SteppedClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityRequest;

/** A delivery knows when its lease is over, also where the server would let it pass. */
class SqsLeaseTest extends SqsTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration ALMOST = MINUTE.minusNanos(1);

    private final SteppedClock clock = new SteppedClock();
    private final SqsMailbox<String, String> mailbox = open(config(sqs.newQueue()).withClock(clock));

    @Test
    void fromTheEndOfItsLeaseOnADeliveryIsRefusedAndTheServerNotAsked() throws Exception {
        sent(mailbox, "a");
        var late = mailbox.receive(1, MINUTE, SOON).getFirst();
        clock.step(MINUTE);
        int before = client.count();

        assertEquals(AckStatus.LEASE_ENDED, late.acknowledge());
        assertEquals(AckStatus.LEASE_ENDED, late.nack());
        assertEquals(AckStatus.LEASE_ENDED, late.extend(HOUR));

        assertFalse(late.isFinalized());
        assertEquals(before, client.count());
    }

    @Test
    void justBeforeItIsNot() throws Exception {
        sent(mailbox, "a");
        var got = mailbox.receive(1, MINUTE, SOON).getFirst();
        clock.step(ALMOST);
        assertEquals(AckStatus.DONE, got.acknowledge());
    }

    @Test
    void anExtensionCountsFromNow() throws Exception {
        sent(mailbox, "a");
        var got = mailbox.receive(1, MINUTE, SOON).getFirst();
        clock.step(ALMOST);
        assertEquals(AckStatus.DONE, got.extend(MINUTE));
        clock.step(ALMOST);
        assertEquals(AckStatus.DONE, got.extend(MINUTE));
        clock.step(MINUTE);
        assertEquals(AckStatus.LEASE_ENDED, got.extend(MINUTE));
    }

    @Test
    void anExtensionCountsFromBeforeTheServerIsAskedSoThatItNeverEndsLaterHere() throws Exception {
        sent(mailbox, "a");
        var got = mailbox.receive(1, MINUTE, SOON).getFirst();
        client.standIn(request -> {
            if (request instanceof ChangeMessageVisibilityRequest) {
                clock.step(ALMOST); // the answer is slow
            }
            return null;
        });
        assertEquals(AckStatus.DONE, got.extend(MINUTE));
        clock.step(MINUTE.minus(ALMOST));
        assertEquals(AckStatus.LEASE_ENDED, got.acknowledge());
    }

    @Test
    void aLeaseThatIsRoundedUpIsLongerHereToo() throws Exception {
        sent(mailbox, "a");
        var got = mailbox.receive(1, ALMOST, SOON).getFirst();
        clock.step(ALMOST);
        assertEquals(AckStatus.DONE, got.extend(ALMOST));
        clock.step(ALMOST);
        assertEquals(AckStatus.DONE, got.acknowledge());
    }

    @Test
    void theLeaseRunsWhileTheBodyIsRead() throws Exception {
        Codec<String> slow = new Codec<>(text -> text, text -> {
            clock.step(MINUTE);
            return text;
        });
        var slowly = open(SqsConfig.of(mailbox.name(), slow, Codec.text()).withClock(clock));
        sent(mailbox, "a");
        assertEquals(AckStatus.LEASE_ENDED, slowly.receive(1, MINUTE, SOON).getFirst().acknowledge());
    }

    @Test
    void aLeaseOfZeroIsOver() throws Exception {
        sent(mailbox, "a");
        assertEquals(AckStatus.LEASE_ENDED, mailbox.receive(1, NOW, SOON).getFirst().acknowledge());
        assertEquals(2, one(mailbox).deliveryCount());
    }

    @Test
    void anOldDeliveryIsRefusedOnceTheMessageIsWithAnother() throws Exception {
        var real = open(config(mailbox.name()));
        sent(real, "a");
        var late = real.receive(1, Duration.ofSeconds(1), SOON).getFirst();
        var present = one(real);

        assertEquals(AckStatus.LEASE_ENDED, late.acknowledge());
        assertEquals(AckStatus.LEASE_ENDED, late.nack());
        assertEquals(AckStatus.DONE, present.acknowledge());
    }

    @Test
    void whatTheServerNoLongerKnowsIsLateThoughTheLeaseRuns() throws Exception {
        sent(mailbox, "a");
        var got = one(mailbox);
        assertEquals(AckStatus.DONE, mailbox.acknowledge(got.receipt()));

        assertEquals(AckStatus.LEASE_ENDED, got.acknowledge());
        assertEquals(AckStatus.LEASE_ENDED, got.nack());
        assertEquals(AckStatus.LEASE_ENDED, got.extend(HOUR));
        assertFalse(got.isFinalized());
    }
}
