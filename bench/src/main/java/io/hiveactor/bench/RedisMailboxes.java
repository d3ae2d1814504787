package io.hiveactor.bench;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.Sent;
import io.lettuce.core.ScriptOutputType;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.HdrHistogram.Histogram;

/** Calls of a mailbox in Redis, beside plain scripts by the same client to the same server. An operation is a call. */
final class RedisMailboxes {
    private static final Duration LEASE = Duration.ofHours(1);
    private static final String BODY = "x".repeat(64);
    private static final int CALLS_A_MESSAGE = 3;

    private RedisMailboxes() {}

    /** Sends, receives and acknowledges, in turns. */
    static Contestant calls() {
        var host = new RedisHost();
        Mailbox<String, Void> mailbox = host.mailbox();
        return new Timed(calls -> {
            for (int i = 0; i < calls; i += CALLS_A_MESSAGE) {
                send(mailbox);
                if (mailbox.receive(1, LEASE, Duration.ZERO).getFirst().acknowledge() != AckStatus.DONE) {
                    throw new IllegalStateException("a lease has ended");
                }
            }
        }, Map::of, host::close);
    }

    /** The mailbox's own scripts, by the plain client. */
    static Contestant rawScripts() {
        var host = new RedisHost();
        var scripts = new RawScripts(host.client.connect().sync());
        return new Timed(calls -> {
            for (int i = 0; i < calls; i += CALLS_A_MESSAGE) {
                scripts.cycle(BODY);
            }
        }, Map::of, host::close);
    }

    /** The cheapest script there is, with a body for an argument. */
    static Contestant raw() {
        var host = new RedisHost();
        var connection = host.client.connect();
        var commands = connection.sync();
        String script = commands.scriptLoad("return ARGV[1]");
        return new Timed(calls -> {
            for (int i = 0; i < calls; i++) {
                String answer = commands.evalsha(script, ScriptOutputType.VALUE, new String[] {"bench"}, BODY);
                if (!BODY.equals(answer)) {
                    throw new IllegalStateException("answered with " + answer);
                }
            }
        }, Map::of, host::close);
    }

    /** From the call of a send to the return of a receive that waited for it, in another thread. */
    static Contestant wakeUp() {
        var host = new RedisHost();
        Mailbox<String, Void> mailbox = host.mailbox();
        var micros = new Histogram(3);
        return new Timed(messages -> {
            BlockingQueue<Long> arrivals = new ArrayBlockingQueue<>(1);
            Thread receiver = Thread.ofVirtual().start(() -> receive(mailbox, messages, arrivals));
            micros.reset();
            for (int i = 0; i < messages; i++) {
                Thread.sleep(2); // so that it waits again
                long begin = System.nanoTime();
                send(mailbox);
                micros.recordValue((arrivals.take() - begin) / 1000);
            }
            receiver.join();
        }, () -> Map.of("p50us", (double) micros.getValueAtPercentile(50),
                "p99us", (double) micros.getValueAtPercentile(99)), host::close);
    }

    private static void receive(Mailbox<String, Void> mailbox, int messages, BlockingQueue<Long> arrivals) {
        try {
            for (int i = 0; i < messages; i++) {
                Delivery<String, Void> got = mailbox.receive(1, LEASE, LEASE).getFirst();
                arrivals.put(System.nanoTime());
                if (got.acknowledge() != AckStatus.DONE) {
                    throw new IllegalStateException("a lease has ended");
                }
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void send(Mailbox<String, Void> mailbox) {
        if (!(mailbox.send(BODY) instanceof Sent)) {
            throw new IllegalStateException("not sent");
        }
    }
}
