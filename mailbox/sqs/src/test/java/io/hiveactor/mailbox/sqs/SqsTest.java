package io.hiveactor.mailbox.sqs;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.mailbox.Codec;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.SendResult;
import io.hiveactor.mailbox.Sent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;

/** What the tests here share: the server, a client that is watched, and short words. */
@Timeout(60)
abstract class SqsTest {
    static final Duration HOUR = Duration.ofHours(1);
    static final Duration NOW = Duration.ZERO;
    static final Duration SOON = Duration.ofSeconds(10);

    final LocalSqs sqs = LocalSqs.shared();
    final WatchedClient client = new WatchedClient(sqs.client());

    SqsConfig<String, String> config(String queue) {
        return SqsConfig.of(queue, Codec.text(), Codec.text());
    }

    SqsMailbox<String, String> open(SqsConfig<String, String> config) {
        return SqsMailbox.open(client.client(), config);
    }

    SqsMailbox<String, String> open() {
        return open(config(sqs.newQueue()));
    }

    static <T> void sent(Mailbox<T, ?> to, List<T> bodies) {
        for (SendResult each : to.sendAll(bodies)) {
            assertInstanceOf(Sent.class, each);
        }
    }

    @CanIgnoreReturnValue
    static <T> String sent(Mailbox<T, ?> to, T body) {
        return ((Sent) to.send(body)).id();
    }

    @CanIgnoreReturnValue
    static <T, R> Delivery<T, R> one(Mailbox<T, R> from) throws InterruptedException {
        return from.receive(1, HOUR, SOON).getFirst();
    }

    static <T, R> List<Delivery<T, R>> receive(Mailbox<T, R> from, int count) throws InterruptedException {
        List<Delivery<T, R>> got = new ArrayList<>();
        while (got.size() < count) {
            var some = from.receive(count - got.size(), HOUR, SOON);
            if (some.isEmpty()) {
                throw new AssertionError("only " + got);
            }
            got.addAll(some);
        }
        return got;
    }

    static List<String> numbered(int count) {
        List<String> bodies = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            bodies.add("b" + i);
        }
        return bodies;
    }
}
