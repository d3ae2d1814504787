package io.hiveactor.mailbox.sqs;

import io.hiveactor.mailbox.BackendException;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.SendResult;
import io.hiveactor.mailbox.Sent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;

/**
 * Sends many messages in few calls: ten in each, unless they are large. <b>Threads:</b> any thread.
 *
 * <p>What the server could not do for reasons of its own is tried again, a few times. But not on a FIFO queue, where those behind
 * it may be in the queue already. What is left then ends the sending, and is told.
 */
final class BatchSender {
    private static final int MOST_TRIES = 3;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final SqsQueue queue;
    private final int maxBytes;

    BatchSender(SqsQueue queue, int maxBytes) {
        this.queue = queue;
        this.maxBytes = maxBytes;
    }

    /**
     * All of them, in their order.
     *
     * @throws BackendException that tells which ones are not in the queue, by their place in the list, and of which that is
     *     not known because a call had no answer
     */
    List<SendResult> send(List<Outgoing> messages) {
        List<SendResult> sent = new ArrayList<>();
        while (sent.size() < messages.size()) {
            int from = sent.size();
            sent.addAll(sendBatch(messages, from, endOfBatch(messages, from)));
        }
        return sent;
    }

    private int endOfBatch(List<Outgoing> messages, int from) {
        int end = from;
        long bytes = 0;
        while (end < messages.size() && end - from < Mailbox.LARGEST_BATCH) {
            bytes += messages.get(end).bytes();
            if (bytes > maxBytes) {
                break; // never at the first, as each of them fits alone
            }
            end++;
        }
        return end;
    }

    private List<Sent> sendBatch(List<Outgoing> messages, int from, int end) {
        Map<Integer, Sent> sent = new TreeMap<>();
        Map<Integer, BatchResultErrorEntry> failed = new TreeMap<>();
        Set<Integer> asked = places(from, end);
        try {
            failed = call(messages, asked, sent);
            for (int tries = 1; tries < MOST_TRIES && canRetry(failed); tries++) {
                LockSupport.parkNanos(PAUSE_NANOS * tries);
                asked = failed.keySet();
                failed = call(messages, asked, sent);
            }
        } catch (BackendException e) {
            if (sent.isEmpty() && end - from == messages.size()) {
                throw e; // all were in that one call, so there is nothing more to be told
            }
            String told = report(sent, asked, failed, from, end, messages.size());
            throw new BackendException(told + ": " + e.getMessage(), e);
        }
        if (sent.size() < end - from) {
            throw new BackendException(report(sent, Set.of(), failed, from, end, messages.size()), null);
        }
        return List.copyOf(sent.values());
    }

    private static Set<Integer> places(int from, int end) {
        Set<Integer> places = new TreeSet<>();
        for (int place = from; place < end; place++) {
            places.add(place);
        }
        return places;
    }

    private boolean canRetry(Map<Integer, BatchResultErrorEntry> failed) {
        return !queue.isFifo()
                && !failed.isEmpty()
                && failed.values().stream().noneMatch(each -> Boolean.TRUE.equals(each.senderFault()));
    }

    private Map<Integer, BatchResultErrorEntry> call(List<Outgoing> messages, Set<Integer> places, Map<Integer, Sent> sent) {
        var entries = places.stream().map(place -> messages.get(place).entry(Integer.toString(place))).toList();
        var answer = queue.call("send to", to -> to.sendMessageBatch(ask -> ask.queueUrl(queue.url()).entries(entries)));
        answer.successful().forEach(each -> sent.put(Integer.valueOf(each.id()), new Sent(each.messageId())));
        Map<Integer, BatchResultErrorEntry> failed = new TreeMap<>();
        answer.failed().forEach(each -> failed.put(Integer.valueOf(each.id()), each));
        return failed;
    }

    /** @param unknown places that were asked for in a call that had no answer */
    private String report(
            Map<Integer, Sent> sent, Set<Integer> unknown, Map<Integer, BatchResultErrorEntry> failed, int from, int end,
            int all) {
        var text = new StringBuilder("send to queue " + queue.name() + ": " + (from + sent.size()) + " of " + all + " are sent");
        for (int place = from; place < end; place++) {
            if (!sent.containsKey(place)) {
                var why = failed.get(place);
                text.append(unknown.contains(place) ? "; perhaps " : "; not ").append(place)
                        .append(why == null ? "" : " (" + Refusal.of(why) + ')');
            }
        }
        return text.append(end < all ? "; none from " + end + " on" : "").toString();
    }
}
