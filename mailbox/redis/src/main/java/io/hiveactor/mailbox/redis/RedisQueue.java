package io.hiveactor.mailbox.redis;

import io.hiveactor.mailbox.AckStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One queue on the server, and what can be done to it, each in one step. Bodies are text here.
 *
 * <p><b>Threads:</b> any thread.
 */
final class RedisQueue {
    private static final int PARTS_OF_A_MESSAGE = 5;
    /** 2^53, up to which the server's numbers are exact. */
    private static final long LONGEST_MICROS = 1L << 53;

    final QueueKeys keys;
    private final ScriptRunner scripts;
    private final @Nullable Duration ttl;

    RedisQueue(ScriptRunner scripts, QueueKeys keys, @Nullable Duration ttl) {
        this.scripts = scripts;
        this.keys = keys;
        this.ttl = ttl;
    }

    /** Whether the server keeps it, however long nothing calls. */
    boolean isKept() {
        return ttl == null;
    }

    /**
     * Appends messages for which there is room.
     *
     * @param maxSize zero for no limit
     * @param replyTo the name of a mailbox, or nothing
     * @param idsAndBodies one after the other
     * @return how many there was room for
     */
    int send(int maxSize, String replyTo, List<String> idsAndBodies) {
        List<String> args = new ArrayList<>(2 + idsAndBodies.size());
        args.add(Integer.toString(maxSize));
        args.add(replyTo);
        args.addAll(idsAndBodies);
        return Integer.parseInt(run(Script.SEND, "send to " + keys, args));
    }

    Stored.Batch receive(int most, Duration lease) {
        List<String> args = List.of(Integer.toString(most), micros(lease));
        var call = new ScriptRunner.Call(Script.RECEIVE, keys, ttl, "receive from " + keys);
        return scripts.run(call, token -> Stream.concat(args.stream(), Stream.of(token)).toList(), this::batch);
    }

    private Stored.Batch batch(List<Object> parts, String token) {
        List<Stored> messages = new ArrayList<>(parts.size() / PARTS_OF_A_MESSAGE);
        for (int i = 2; i < parts.size(); i += PARTS_OF_A_MESSAGE) {
            List<Object> part = parts.subList(i, i + PARTS_OF_A_MESSAGE);
            messages.add(new Stored(
                    new Receipt(keys.name, (String) part.get(0), token),
                    (String) part.get(1),
                    Integer.parseInt((String) part.get(2)),
                    Instant.EPOCH.plus(Long.parseLong((String) part.get(3)), ChronoUnit.MICROS),
                    (String) part.get(4)));
        }
        return new Stored.Batch(messages, (Long) parts.get(0), (Long) parts.get(1));
    }

    /** As if they had not been received. */
    void unreceive(List<Stored> messages) {
        var _ = run(Script.UNRECEIVE, "give back to " + keys, pairs(messages.stream().map(Stored::receipt)));
    }

    AckStatus acknowledge(Receipt receipt) {
        return acknowledge(List.of(receipt)).getFirst();
    }

    List<AckStatus> acknowledge(List<Receipt> receipts) {
        String done = run(Script.ACKNOWLEDGE, "acknowledge in " + keys, pairs(receipts.stream()));
        return done.chars().mapToObj(each -> status(each == '1')).toList();
    }

    AckStatus nack(Receipt receipt, Duration delay) {
        return status(run(Script.NACK, "give back to " + keys, settling(receipt, delay)).equals("1"));
    }

    AckStatus extend(Receipt receipt, Duration lease) {
        return status(run(Script.EXTEND, "extend a lease in " + keys, settling(receipt, lease)).equals("1"));
    }

    long purge() {
        return Long.parseLong(run(Script.PURGE, "purge " + keys, List.of()));
    }

    long count() {
        return scripts.count(keys);
    }

    private String run(Script script, String what, List<String> args) {
        return scripts.run(
                new ScriptRunner.Call(script, keys, ttl, what), _ -> args, (answer, _) -> (String) answer.getFirst());
    }

    private static AckStatus status(boolean isDone) {
        return isDone ? AckStatus.DONE : AckStatus.LEASE_ENDED;
    }

    private static List<String> pairs(Stream<Receipt> receipts) {
        return receipts.flatMap(each -> Stream.of(each.id(), each.token())).toList();
    }

    private static List<String> settling(Receipt receipt, Duration time) {
        return List.of(receipt.id(), receipt.token(), micros(time));
    }

    /** Not less than the time, and not more than the server can count. */
    static String micros(Duration time) {
        boolean isForever = time.getSeconds() >= LONGEST_MICROS / 1_000_000;
        long micros = isForever ? LONGEST_MICROS : time.getSeconds() * 1_000_000 + (time.getNano() + 999) / 1_000;
        return Long.toString(micros);
    }
}
