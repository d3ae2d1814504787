package io.hiveactor.mailbox.sqs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;

/** On a FIFO queue a group is a line. */
class FifoQueueTest extends SqsTest {
    private final SqsMailbox<String, String> mailbox =
            open(config(sqs.newFifoQueue()).withGroup(body -> body.substring(0, 1)));

    @Test
    void withinAGroupTheOrderIsThatOfTheSends() throws Exception {
        List<String> bodies = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            bodies.add("a" + i);
            bodies.add("b" + i);
        }
        assertEquals(24, mailbox.sendAll(bodies).size());

        List<String> got = new ArrayList<>();
        while (got.size() < 24) {
            for (Delivery<String, String> each : mailbox.receive(10, HOUR, SOON)) {
                got.add(each.body());
                assertEquals(AckStatus.DONE, each.acknowledge());
            }
        }
        for (String group : List.of("a", "b")) {
            assertEquals(
                    bodies.stream().filter(each -> each.startsWith(group)).toList(),
                    got.stream().filter(each -> each.startsWith(group)).toList());
        }
    }

    @Test
    void whileOneOfAGroupIsInFlightTheOthersWaitAndOtherGroupsDoNot() throws Exception {
        sent(mailbox, List.of("a1", "a2", "b1"));
        var first = one(mailbox);
        assertEquals("a1", first.body());

        assertEquals("b1", one(mailbox).body());
        assertEquals(List.of(), mailbox.receive(10, HOUR, NOW));

        assertEquals(AckStatus.DONE, first.acknowledge());
        assertEquals("a2", one(mailbox).body());
    }

    @Test
    void whatIsGivenBackKeepsItsPlace() throws Exception {
        sent(mailbox, List.of("a1", "a2"));
        assertEquals(AckStatus.DONE, one(mailbox).nack());
        assertEquals("a1", one(mailbox).body());
    }

    @Test
    void equalBodiesAreTwoMessages() {
        assertNotEquals(sent(mailbox, "a"), sent(mailbox, "a"));
        var asked = client.asked(SendMessageRequest.class);
        assertNotEquals(asked.get(0).messageDeduplicationId(), asked.get(1).messageDeduplicationId());
    }

    @Test
    void unlessToldOtherwiseAllIsOneGroup() {
        var line = open(config(sqs.newFifoQueue()));
        sent(line, "x");
        sent(line, "y");
        assertEquals(
                List.of("all", "all"),
                client.asked(SendMessageRequest.class).stream().map(SendMessageRequest::messageGroupId).toList());
    }
}
