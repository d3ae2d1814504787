package io.hiveactor.mailbox.sqs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.BackendException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityRequest;
import software.amazon.awssdk.services.sqs.model.DeleteMessageRequest;
import software.amazon.awssdk.services.sqs.model.SqsException;

/** Settling with nothing but a receipt. */
class ReceiptTest extends SqsTest {
    private final SqsMailbox<String, String> mailbox = open();

    @Test
    void aReceiptSettlesInAnotherMailboxObjectOfTheSameQueue() throws Exception {
        var sameQueue = open(config(mailbox.name()));
        sent(mailbox, "a");

        assertEquals(AckStatus.DONE, sameQueue.extend(one(mailbox).receipt(), NOW));
        assertEquals(AckStatus.DONE, sameQueue.nack(one(mailbox).receipt(), NOW));
        var third = one(mailbox);
        assertEquals(3, third.deliveryCount());
        assertEquals(AckStatus.DONE, sameQueue.acknowledge(third.receipt()));
        assertEquals(AckStatus.LEASE_ENDED, sameQueue.acknowledge(third.receipt()));
        assertEquals(AckStatus.LEASE_ENDED, sameQueue.extend(third.receipt(), HOUR));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nonsense", "%s:nonsense", "%s::nonsense", "%s:0:nonsense", "::"})
    void whatIsNoReceiptIsRefusedAndTheServerNotAsked(String form) {
        String receipt = form.replace("%s", mailbox.name());
        int before = client.count();
        for (var e : new Exception[] {
            assertThrows(IllegalArgumentException.class, () -> mailbox.acknowledge(receipt)),
            assertThrows(IllegalArgumentException.class, () -> mailbox.nack(receipt, NOW)),
            assertThrows(IllegalArgumentException.class, () -> mailbox.extend(receipt, NOW))
        }) {
            assertEquals("not a receipt of mailbox " + mailbox.name() + ": " + receipt, e.getMessage());
        }
        assertEquals(before, client.count());
    }

    @Test
    void aReceiptThatWasTamperedWithIsRefused() throws Exception {
        sent(mailbox, "a");
        String receipt = one(mailbox).receipt();
        assertThrows(IllegalArgumentException.class, () -> mailbox.acknowledge(receipt + "x"));
        assertThrows(IllegalArgumentException.class, () -> mailbox.acknowledge("x" + receipt));
    }

    private void answer(String code, String message) {
        client.standIn(request -> {
            if (request instanceof DeleteMessageRequest || request instanceof ChangeMessageVisibilityRequest) {
                throw SqsException.builder()
                        .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).errorMessage(message).build())
                        .message(message)
                        .build();
            }
            return null;
        });
    }

    @ParameterizedTest
    @CsvSource({
        "MessageNotInflight, x",
        "AWS.SimpleQueueService.MessageNotInflight, x",
        "ReceiptHandleIsInvalid, x",
        "InvalidParameterValue, Value y for parameter ReceiptHandle is invalid. Reason: The receipt handle has expired.",
        "InvalidParameterValueException, Reason: Message does not exist or is not available for visibility timeout change."
    })
    void howeverTheServerSaysThatAReceiptIsOverItIsLate(String code, String message) {
        answer(code, message);
        String receipt = Receipt.of(mailbox.name(), "handle");
        assertEquals(AckStatus.LEASE_ENDED, mailbox.acknowledge(receipt));
        assertEquals(AckStatus.LEASE_ENDED, mailbox.nack(receipt, NOW));
        assertEquals(AckStatus.LEASE_ENDED, mailbox.extend(receipt, HOUR));
    }

    @Test
    void aLeaseThatWouldComeToMoreThanTwelveHoursIsRefused() {
        answer("InvalidParameterValue", "Value 43200 for parameter VisibilityTimeout is invalid. "
                + "Reason: Total VisibilityTimeout for the message is beyond the limit [43200 seconds].");
        String receipt = Receipt.of(mailbox.name(), "handle");
        var e = assertThrows(IllegalArgumentException.class, () -> mailbox.extend(receipt, Duration.ofHours(12)));
        assertTrue(e.getMessage().contains("beyond the limit"), e.getMessage());
    }

    @ParameterizedTest
    @CsvSource({"AccessDenied, no", "InvalidParameterValue, something else", "OverLimit, 120000 in flight", ", no details"})
    void anyOtherRefusalIsAFailure(String code, String message) {
        answer(code, message);
        String receipt = Receipt.of(mailbox.name(), "handle");
        var e = assertThrows(BackendException.class, () -> mailbox.acknowledge(receipt));
        assertTrue(e.getMessage().startsWith("acknowledge on queue " + mailbox.name() + ": " + message), e.getMessage());
    }
}
