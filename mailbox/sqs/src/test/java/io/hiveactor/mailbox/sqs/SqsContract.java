package io.hiveactor.mailbox.sqs;

import io.hiveactor.mailbox.Codec;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.MailboxResolver;
import io.hiveactor.mailbox.contract.ContractSubject;
import io.hiveactor.mailbox.contract.MailboxContract;
import io.hiveactor.mailbox.contract.Promise;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What a mailbox on SQS keeps of the contract, by a server that counts in seconds. */
@Timeout(90)
abstract class SqsContract implements ContractSubject {
    private final LocalSqs sqs = LocalSqs.shared();
    private final Map<String, Mailbox<String, String>> replies = new ConcurrentHashMap<>();
    private final String ending;

    SqsContract(String ending) {
        this.ending = ending;
    }

    @TestFactory
    @Execution(ExecutionMode.CONCURRENT)
    Stream<DynamicTest> contract() {
        return MailboxContract.checks().stream()
                .filter(each -> each.appliesTo(this))
                .map(each -> DynamicTest.dynamicTest(each.fact(), () -> each.run(this)));
    }

    @Override
    public Mailbox<String, String> open(String name) {
        return SqsMailbox.open(sqs.client(), SqsConfig.of(sqs.makeQueue(name + ending), Codec.text())
                .withGroup(body -> "group-" + body.hashCode()) // one group would be handed out one after the other
                .withReplies(MailboxResolver.registry(replies)));
    }

    @Override
    public Mailbox<String, String> openLimited(String name, int maxSize) {
        throw new UnsupportedOperationException("a queue of SQS has no limit");
    }

    @Override
    public Mailbox<String, String> openReplies(String name) {
        Mailbox<String, String> mailbox = open(name);
        replies.put(mailbox.name(), mailbox);
        return mailbox;
    }

    @Override
    public void pass(Duration time) throws InterruptedException {
        Thread.sleep(time);
    }

    /** Twice the least, so that a machine with much else to do still keeps the times. */
    @Override
    public Duration unit() {
        return Duration.ofSeconds(2);
    }

    /*
     * The receipts die for deliveries, which is what the checks look at. Leases are exact for deliveries, too, but one check
     * also wants it of bare receipts; SqsLeaseTest has the rest of it.
     */
    @Override
    public Set<Promise> lacks() {
        return EnumSet.of(
                Promise.FIFO, Promise.EXACT_COUNT, Promise.CAPACITY, Promise.EXACT_LEASES, Promise.PURGE_AT_ONCE);
    }
}
