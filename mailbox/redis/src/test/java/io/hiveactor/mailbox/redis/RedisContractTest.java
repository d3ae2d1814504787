package io.hiveactor.mailbox.redis;

import io.hiveactor.mailbox.Codec;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.contract.ContractSubject;
import io.hiveactor.mailbox.contract.MailboxContract;
import io.hiveactor.mailbox.contract.Promise;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A mailbox in Redis keeps the whole contract, in the server's own time, and its receivers need not look by themselves. */
@Timeout(120)
class RedisContractTest {
    @Nested
    @Execution(ExecutionMode.CONCURRENT)
    class OnOneServer {
        @TestFactory
        Stream<DynamicTest> contract() {
            return checks(OneServer.shared().backend);
        }
    }

    @Nested
    @Execution(ExecutionMode.CONCURRENT)
    class ByAClientThatSendsEachCallTwice {
        private static RedisBackend backend;

        @BeforeAll
        static void connect() {
            backend = SentTwice.backend(OneServer.shared().client);
        }

        @AfterAll
        static void close() {
            backend.close();
        }

        @TestFactory
        Stream<DynamicTest> contract() {
            return checks(backend);
        }
    }

    @Nested
    @Execution(ExecutionMode.CONCURRENT)
    class OnACluster {
        private static TestCluster redis;

        @BeforeAll
        static void start() {
            redis = new TestCluster();
        }

        @AfterAll
        static void stop() {
            redis.close();
        }

        @TestFactory
        Stream<DynamicTest> contract() {
            return checks(redis.backend);
        }
    }

    private static Stream<DynamicTest> checks(RedisBackend backend) {
        var subject = new Subject(backend);
        return MailboxContract.checks().stream()
                .map(each -> DynamicTest.dynamicTest(each.fact(), () -> each.run(subject)));
    }

    private record Subject(RedisBackend backend) implements ContractSubject {
        private RedisConfig<String, String> config(String name) {
            return Boxes.config(name).withReplies(new RedisMailboxFactory<>(backend, Codec.text()));
        }

        @Override
        public Mailbox<String, String> open(String name) {
            return new RedisMailbox<>(backend, config(name));
        }

        @Override
        public Mailbox<String, String> openLimited(String name, int maxSize) {
            return new RedisMailbox<>(backend, config(name).withMaxSize(maxSize));
        }

        @Override
        public Mailbox<String, String> openReplies(String name) {
            return open(name);
        }

        @Override
        public void pass(Duration time) throws InterruptedException {
            Thread.sleep(time);
        }

        @Override
        public Set<Promise> lacks() {
            return Set.of();
        }

        @Override
        public Duration unit() {
            return Duration.ofMillis(300);
        }
    }
}
