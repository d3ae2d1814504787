package io.hiveactor.mailbox.sqs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Codec;
import io.hiveactor.mailbox.MailboxTraits;
import io.hiveactor.mailbox.memory.MemoryMailbox;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What SQS would not take is refused here, by name, and the server is not asked. */
class LimitsTest extends SqsTest {
    private final SqsMailbox<String, String> mailbox = open();
    private final int before = client.count();

    private void refused(String part, Executable call) {
        var e = assertThrows(IllegalArgumentException.class, call);
        assertTrue(e.getMessage().contains(part), e.getMessage());
        assertEquals(before, client.count());
    }

    @Test
    void theTraitsSayIt() {
        assertEquals(new MailboxTraits(MailboxTraits.Order.BEST_EFFORT, Duration.ofHours(12), false, true), mailbox.traits());
        assertEquals(MailboxTraits.Order.FIFO_IN_GROUP, open(config(sqs.newFifoQueue())).traits().order());
    }

    @Nested
    class OfLeases {
        private static final Duration LONGEST = Duration.ofHours(12);
        private static final Duration BEYOND = LONGEST.plusNanos(1);

        @Test
        void beyondTwelveHoursIsTooLong() {
            String receipt = Receipt.of(mailbox.name(), "handle");
            refused(BEYOND.toString(), () -> mailbox.receive(1, BEYOND, NOW));
            refused(BEYOND.toString(), () -> mailbox.nack(receipt, BEYOND));
            refused(BEYOND.toString(), () -> mailbox.extend(receipt, BEYOND));
        }

        @Test
        void beyondTwelveHoursIsTooLongForADelivery() throws Exception {
            sent(mailbox, "a");
            var got = one(mailbox);
            int asked = client.count();
            assertThrows(IllegalArgumentException.class, () -> got.nack(BEYOND));
            assertThrows(IllegalArgumentException.class, () -> got.extend(BEYOND));
            assertEquals(asked, client.count());
            assertEquals(AckStatus.DONE, got.acknowledge());
        }

        @Test
        void twelveHoursAreNot() throws Exception {
            sent(mailbox, "a");
            var got = mailbox.receive(1, LONGEST, SOON).getFirst();
            assertEquals(AckStatus.DONE, got.extend(LONGEST));
            assertEquals(AckStatus.DONE, got.nack(LONGEST));
        }
    }

    @Nested
    class OfSize {
        @Test
        void theLargestMessageIsTakenAndOneByteMoreIsNot() throws Exception {
            String largest = "x".repeat(SqsConfig.LARGEST_MESSAGE);
            refused("at most 1048576 bytes: 1048577", () -> mailbox.send(largest + "x"));
            sent(mailbox, largest);
            assertEquals(largest, one(mailbox).body());
        }

        @Test
        void bytesCountAndNotCharacters() {
            var small = open(config(mailbox.name()).withMaxBytes(5));
            assertThrows(IllegalArgumentException.class, () -> small.send("€€"));
            sent(small, "€ä");
        }

        @Test
        void theAddressForRepliesCounts() {
            var small = open(config(mailbox.name()).withMaxBytes(26)); // hive.reply-to String back
            assertEquals(26, Outgoing.of("x".repeat(3), "back", null).bytes());
            var back = new MemoryMailbox<String, String>("back");
            assertThrows(IllegalArgumentException.class, () -> small.send("xxxx", back));
            assertEquals(1, small.sendAll(List.of("x".repeat(26))).size());
        }

        @ParameterizedTest
        @ValueSource(ints = {0, -1, SqsConfig.LARGEST_MESSAGE + 1})
        void noLimitMayBeBeyondThatOfSqs(int bytes) {
            refused(": " + bytes, () -> config(mailbox.name()).withMaxBytes(bytes));
        }
    }

    @Nested
    class OfCharacters {
        @ParameterizedTest
        @ValueSource(strings = {"\u0000", "\u0007", "\u000b", "\u001f", "\ufffe", "\uffff", "\ud800", "\udc00", "\udc00\ud800"})
        void whatXmlDoesNotHaveIsRefused(String bad) {
            refused("U+%04X at 2".formatted(bad.codePointAt(0)), () -> mailbox.send("ok" + bad));
        }

        @ParameterizedTest
        @ValueSource(strings = {"\t", "\n", "\r", "\r\n", " ", "\u007f", "\u0085", "\ud7ff", "\ue000", "\ufffd", "\ud83d\ude00"})
        void allElseComesAsItWas(String good) throws Exception {
            sent(mailbox, good);
            assertEquals(good, one(mailbox).body());
        }

        @Test
        void theNameOfTheMailboxForRepliesIsNoExceptionAndNotEmpty() {
            refused("U+0001 at 0", () -> mailbox.send("a", new MemoryMailbox<>("\u0001")));
            refused("must have a name", () -> mailbox.send("a", new MemoryMailbox<>("")));
        }
    }

    @Nested
    class OfNames {
        @ParameterizedTest
        @ValueSource(strings = {"", "a b", "a.b", ".fifo", "a:b", "http://host/a"})
        void whatIsNoNameOfAQueueIsRefused(String name) {
            refused("not the name of a queue: " + name, () -> SqsConfig.of(name, Codec.text()));
        }

        @Test
        void theyHaveAtMostEightyCharacters() {
            String longest = "x".repeat(80);
            assertEquals(longest, SqsConfig.of(longest, Codec.text()).queue());
            refused("xx", () -> SqsConfig.of(longest + "x", Codec.text()));
            refused("xx", () -> SqsConfig.of("x".repeat(76) + ".fifo", Codec.text()));
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "a b", "ä"})
        void whatIsNoGroupIsRefused(String group) {
            var fifo = open(config(sqs.newFifoQueue()).withGroup(_ -> group));
            var e = assertThrows(IllegalArgumentException.class, () -> fifo.send("a"));
            assertTrue(e.getMessage().endsWith("not a message group of mailbox " + fifo.name() + ": " + group), e.getMessage());
        }
    }
}
