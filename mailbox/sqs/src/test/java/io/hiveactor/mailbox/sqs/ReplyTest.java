package io.hiveactor.mailbox.sqs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.hiveactor.mailbox.BackendException;
import io.hiveactor.mailbox.Codec;
import io.hiveactor.mailbox.MailboxResolver;
import io.hiveactor.mailbox.NotReplied;
import io.hiveactor.mailbox.Sent;
import io.hiveactor.mailbox.memory.MemoryMailbox;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlRequest;

/** Replies find their way by the name that came with the message. */
class ReplyTest extends SqsTest {
    private final String queue = sqs.newQueue();
    private final SqsMailbox<String, String> asking = open(config(queue));
    private final SqsMailboxFactory<String> factory = new SqsMailboxFactory<>(client.client(), Codec.text());
    private final MemoryMailbox<String, String> local = new MemoryMailbox<>("local");

    private SqsMailbox<String, String> answering(MailboxResolver<String> replies) {
        return open(config(queue).withReplies(replies));
    }

    @Test
    void aRegistryKnowsItsOwnAndNoOthers() throws Exception {
        var answering = answering(MailboxResolver.registry(Map.of("local", local)));
        assertInstanceOf(Sent.class, asking.send("ask", local));
        var asked = one(answering);
        assertSame(local, asked.replyTo());
        assertInstanceOf(Sent.class, asked.reply("answer"));
        assertEquals("answer", local.receive().getFirst().body());

        assertInstanceOf(Sent.class, asking.send("ask", new MemoryMailbox<>("stranger")));
        var unknown = one(answering);
        assertNull(unknown.replyTo());
        assertEquals("stranger", unknown.replyToName());
        assertEquals(NotReplied.UNKNOWN_ADDRESS, unknown.reply("answer"));
    }

    @Test
    void aCompositeAsksTheFactoryForTheOthers() throws Exception {
        var answering = answering(MailboxResolver.composite(Map.of("local", local), factory));
        var remote = open();
        assertInstanceOf(Sent.class, asking.send("ask", remote));
        assertInstanceOf(Sent.class, one(answering).reply("to remote"));
        assertInstanceOf(Sent.class, asking.send("ask", local));
        assertInstanceOf(Sent.class, one(answering).reply("to local"));

        assertEquals("to remote", one(remote).body());
        assertEquals("to local", local.receive().getFirst().body());
    }

    @Test
    void unlessToldOtherwiseRepliesGoToQueuesOfTheSameServer() throws Exception {
        SqsMailbox<String, String> answering = SqsMailbox.open(client.client(), queue, Codec.text(), Codec.text());
        var remote = open();
        assertInstanceOf(Sent.class, asking.send("ask", remote));
        assertInstanceOf(Sent.class, one(answering).reply("answer"));
        assertEquals("answer", one(remote).body());

        assertInstanceOf(Sent.class, asking.send("ask", local));
        assertEquals(NotReplied.UNKNOWN_ADDRESS, one(answering).reply("answer"));
    }

    @Test
    void aConfigurationWithoutAResolverRepliesToQueuesOfTheSameServerToo() throws Exception {
        var remote = open();
        assertInstanceOf(Sent.class, asking.send("ask", remote));
        assertInstanceOf(Sent.class, one(open(SqsConfig.of(queue, Codec.text(), Codec.text()))).reply("answer"));
        assertEquals("answer", one(remote).body());
    }

    @Test
    void theFactoryMakesNoneOfAQueueThatIsNotThereOrCannotBe() {
        assertNull(factory.create("nowhere"));
        assertNull(factory.create("no name of a queue"));
        assertEquals(1, client.asked(GetQueueUrlRequest.class).stream()
                .filter(each -> !each.queueName().equals(queue))
                .count());
    }

    @Test
    void theFactoryAsksOnceForEachQueue() {
        var first = factory.create(queue);
        int before = client.count();
        var second = factory.create(queue);
        assertNotNull(first);
        assertNotNull(second);
        assertEquals(before, client.count());
    }

    @Test
    void ifTheAddressCannotBeLookedUpTheMessageIsGivenBackAndTheRestIsDelivered() throws Exception {
        var looks = new AtomicInteger();
        var answering = answering(_ -> {
            if (looks.incrementAndGet() == 1) {
                throw new BackendException("look up", null);
            }
            return local;
        });
        assertInstanceOf(Sent.class, asking.send("ask", local));
        sent(asking, "tell");

        assertEquals("tell", one(answering).body());
        var again = one(answering);
        assertEquals("ask", again.body());
        assertEquals(2, again.deliveryCount());
        assertSame(local, again.replyTo());
        assertEquals(1, answering.unresolved());
    }

    @Test
    void anEmptyBodyKeepsItsAddress() throws Exception {
        assertInstanceOf(Sent.class, asking.send("", local));
        var got = one(answering(MailboxResolver.registry(Map.of("local", local))));
        assertEquals("", got.body());
        assertSame(local, got.replyTo());
    }
}
