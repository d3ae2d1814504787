package io.hiveactor.mailbox.redis;

import static io.hiveactor.mailbox.redis.Boxes.LONG;
import static io.hiveactor.mailbox.redis.Boxes.newName;
import static io.hiveactor.mailbox.redis.Boxes.open;
import static io.hiveactor.mailbox.redis.Boxes.receiveOne;
import static io.hiveactor.mailbox.redis.Boxes.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.ScriptOutputType;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A call that the client sends again is done once, and answered as it was. */
@Timeout(60)
class ResendTest {
    private final OneServer redis = OneServer.shared();
    private final RedisBackend twice = SentTwice.backend(redis.client);
    private final String name = newName();
    private final RedisMailbox<String, String> mailbox = open(twice, name);

    @AfterEach
    void close() {
        twice.close();
    }

    @Test
    void aSendPutsOneMessage() {
        send(mailbox, "a");
        assertEquals(3, mailbox.sendAll(List.of("b", "c", "d")).size());
        assertEquals(4, mailbox.approximateCount());
    }

    @Test
    void aReceiveGivesTheSameMessagesWithReceiptsThatWorkOnce() throws Exception {
        var _ = mailbox.sendAll(List.of("a", "b", "c", "d"));
        List<Delivery<String, String>> batch = mailbox.receive(3, LONG, Duration.ZERO);
        assertEquals(List.of("a", "b", "c"), Boxes.bodies(batch));
        assertTrue(batch.stream().allMatch(each -> each.deliveryCount() == 1));
        assertEquals(3, new HashSet<>(batch.stream().map(Delivery::receipt).toList()).size());
        assertEquals(1, redis.commands().llen("{queue:" + name + "}:pending"));
        assertEquals(AckStatus.DONE, batch.getFirst().acknowledge());
        assertEquals(AckStatus.LEASE_ENDED, batch.getFirst().acknowledge());
        assertEquals(AckStatus.DONE, batch.get(1).nack());
        assertEquals(AckStatus.LEASE_ENDED, batch.get(1).nack());
        assertEquals(AckStatus.DONE, batch.get(2).extend(LONG));
        assertEquals(3, mailbox.approximateCount());
    }

    @Test
    void aReceiveDoesNotGiveWhatIsNoLongerHeld() throws Exception {
        send(mailbox, "a");
        assertEquals(List.of(), mailbox.receive(1, Duration.ZERO, Duration.ZERO)); // its lease has ended by the second time
        assertEquals(2, receiveOne(mailbox, LONG).deliveryCount());
    }

    @Test
    void aSendThatComesAgainAfterItsMessageIsGoneIsNotDoneAgain() throws Exception {
        var keys = new QueueKeys(name);
        String[] all = {keys.pending, keys.invisible, keys.data, keys.meta, keys.call("me.1")};
        String id = UUID.randomUUID().toString();
        String[] args = {"7", "60000", "0", keys.channel, "0", "", id, "body"};
        assertEquals("1", redis.commands().eval(Script.SEND.text, ScriptOutputType.VALUE, all, args));
        assertEquals(AckStatus.DONE, receiveOne(mailbox, LONG).acknowledge());
        assertEquals("1", redis.commands().eval(Script.SEND.text, ScriptOutputType.VALUE, all, args));
        assertEquals(0, mailbox.approximateCount());
        args[0] = "6"; // and one that was overtaken neither
        var refused = assertThrows(
                RedisCommandExecutionException.class,
                () -> redis.commands().eval(Script.SEND.text, ScriptOutputType.VALUE, all, args));
        assertTrue(refused.getMessage().startsWith("STALE"), refused.getMessage());
        assertEquals(0, mailbox.approximateCount());
    }

    @Test
    void theServerRemembersNoMoreCallsThanThereWereAtOnce() throws Exception {
        for (int i = 0; i < 50; i++) {
            send(mailbox, "a");
            assertEquals(AckStatus.DONE, receiveOne(mailbox, LONG).acknowledge());
        }
        assertEquals(1, redis.commands().keys("{queue:" + name + "}:call:*").size());
    }
}
