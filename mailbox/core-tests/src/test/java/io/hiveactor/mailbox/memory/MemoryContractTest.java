package io.hiveactor.mailbox.memory;

import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.contract.ContractSubject;
import io.hiveactor.mailbox.contract.MailboxContract;
import io.hiveactor.mailbox.contract.Promise;
import io.hiveactor.mailbox.doubles.SteppedClock;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/** A mailbox in memory keeps the whole contract, by a clock that is stepped. */
@Timeout(60)
class MemoryContractTest implements ContractSubject {
    private final SteppedClock clock = new SteppedClock();

    @TestFactory
    Stream<DynamicTest> contract() {
        return MailboxContract.checks().stream()
                .map(each -> DynamicTest.dynamicTest(each.fact(), () -> each.run(this)));
    }

    @Override
    public Mailbox<String, String> open(String name) {
        return new MemoryMailbox<>(MemoryConfig.named(name).withClock(clock));
    }

    @Override
    public Mailbox<String, String> openLimited(String name, int maxSize) {
        return new MemoryMailbox<>(MemoryConfig.named(name).withClock(clock).withMaxSize(maxSize));
    }

    @Override
    public Mailbox<String, String> openReplies(String name) {
        return open(name);
    }

    @Override
    public void pass(Duration time) {
        clock.step(time);
    }

    @Override
    public Set<Promise> lacks() {
        return Set.of();
    }
}
