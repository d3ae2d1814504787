package io.hiveactor.mailbox.sqs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.mailbox.BackendException;
import io.hiveactor.mailbox.Codec;
import io.hiveactor.mailbox.Delivery;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.PurgeQueueInProgressException;
import software.amazon.awssdk.services.sqs.model.PurgeQueueRequest;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageRequest;

/** Whatever goes wrong out there is told in one way, by every call. */
class FailureTest extends SqsTest {
    private static Map<String, Executable> everyCall(SqsMailbox<String, String> mailbox, Delivery<String, String> held) {
        String receipt = Receipt.of(mailbox.name(), "handle");
        Map<String, Executable> calls = new LinkedHashMap<>();
        calls.put("send to", () -> mailbox.send("a"));
        calls.put("send to ", () -> mailbox.sendAll(List.of("a", "b")));
        calls.put("receive from", () -> mailbox.receive(1, HOUR, SOON));
        calls.put("acknowledge on", () -> mailbox.acknowledge(receipt));
        calls.put("change a lease on", () -> mailbox.nack(receipt, NOW));
        calls.put("change a lease on ", () -> mailbox.extend(receipt, HOUR));
        calls.put("acknowledge on ", () -> mailbox.acknowledgeAll(List.of(held)));
        calls.put("acknowledge on  ", held::acknowledge);
        calls.put("change a lease on  ", held::nack);
        calls.put("change a lease on   ", () -> held.extend(HOUR));
        calls.put("count", mailbox::purge);
        calls.put("count ", mailbox::approximateCount);
        return calls;
    }

    private void everyCallFails(RuntimeException failure) throws Exception {
        var mailbox = open();
        sent(mailbox, "a");
        var held = one(mailbox);
        client.standIn(_ -> {
            throw failure;
        });
        everyCall(mailbox, held).forEach((what, call) -> {
            var e = assertThrows(BackendException.class, call, what);
            assertEquals(what.strip() + " queue " + mailbox.name() + ": " + failure.getMessage(), e.getMessage());
            Throwable cause = e;
            while (cause != failure) {
                cause = cause.getCause();
                assertNotNull(cause, "the cause is missing");
            }
        });
    }

    @Test
    void everyCallTellsWhatItTriedOnWhichQueueAndWhyItFailed() throws Exception {
        everyCallFails(SdkClientException.create("no route"));
    }

    @Test
    void aClientThatIsClosedIsNoException() throws Exception {
        everyCallFails(new IllegalStateException("Connection pool shut down"));
    }

    @Test
    void aQueueThatDoesNotExistIsNamed() {
        var e = assertThrows(BackendException.class, () -> open(config("nowhere")));
        assertEquals("there is no queue nowhere", e.getMessage());
    }

    @Test
    void aServerThatCannotBeReachedIsToldAtTheStart() throws Exception {
        int port;
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = taken.getLocalPort();
        }
        try (SqsClient lost = LocalSqs.clientOf(port)) {
            var e = assertThrows(BackendException.class, () -> SqsMailbox.open(lost, config("orders")));
            assertTrue(e.getMessage().startsWith("find queue orders: "), e.getMessage());
            assertInstanceOf(SdkClientException.class, e.getCause());
        }
    }

    @Test
    void aServerThatGoesAwayIsToldByTheCallsAfterIt() throws Exception {
        var own = new LocalSqs();
        SqsMailbox<String, String> mailbox;
        SqsClient itsClient = own.newClient();
        try (own) {
            mailbox = SqsMailbox.open(itsClient, SqsConfig.of(own.newQueue(), Codec.text(), Codec.text()));
            sent(mailbox, "a");
        }
        try (itsClient) {
            assertThrows(BackendException.class, () -> mailbox.send("b"));
            assertThrows(BackendException.class, () -> mailbox.receive(1, HOUR, HOUR));
            assertEquals(0, mailbox.waiting());
        }
    }

    @Test
    void aSecondPurgeWithinAMinuteIsToldAsTheServerSaysIt() {
        var mailbox = open();
        String said = "Only one PurgeQueue operation is allowed every 60 seconds.";
        client.standIn(request -> {
            if (request instanceof PurgeQueueRequest) {
                throw PurgeQueueInProgressException.builder().message(said).build();
            }
            return null;
        });
        var e = assertThrows(BackendException.class, mailbox::purge);
        assertTrue(e.getMessage().startsWith("purge queue " + mailbox.name() + ": " + said), e.getMessage());
    }

    @Test
    void aBodyThatCannotBeWrittenIsToldByTheSend() {
        Codec<String> codec = new Codec<>(_ -> {
            throw new IllegalStateException("no ink");
        }, text -> text);
        var mailbox = open(SqsConfig.of(sqs.newQueue(), codec, Codec.text()));
        var e = assertThrows(BackendException.class, () -> mailbox.send("a"));
        assertTrue(e.getMessage().endsWith("no ink"), e.getMessage());
    }

    @Test
    void aReceiveThatFailsIsToldByTheReasonItself() {
        client.standIn(request -> {
            if (request instanceof ReceiveMessageRequest) {
                throw SdkClientException.create("the line is cut");
            }
            return null;
        });
        var mailbox = open();
        var e = assertThrows(BackendException.class, () -> mailbox.receive(1, HOUR, NOW));
        assertInstanceOf(SdkClientException.class, e.getCause());
    }
}
