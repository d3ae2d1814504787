package io.hiveactor.mailbox.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.MailboxClock;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a mailbox is, said as simply as can be: a queue of messages, and a list of those that are hidden. */
final class MailboxModel {
    private static final class Message {
        final String id;
        final @Nullable String body;
        final Instant enqueuedAt;
        final @Nullable Mailbox<String, ?> replyTo;
        int deliveries;
        /** Of whoever holds it; null if nobody does. */
        @Nullable String receipt;

        long endNanos;
        long order;

        Message(String id, @Nullable String body, Instant enqueuedAt, @Nullable Mailbox<String, ?> replyTo) {
            this.id = id;
            this.body = body;
            this.enqueuedAt = enqueuedAt;
            this.replyTo = replyTo;
        }
    }

    private final int maxSize;
    private final Deque<Message> visible = new ArrayDeque<>();
    private final List<Message> hidden = new ArrayList<>();
    private final Set<String> ids = new HashSet<>();
    private final Set<String> receipts = new HashSet<>();
    private long flights;
    long nowNanos;
    boolean isClosed;

    MailboxModel(int maxSize) {
        this.maxSize = maxSize;
    }

    int count() {
        return visible.size() + hidden.size();
    }

    boolean isFull() {
        return count() >= maxSize;
    }

    boolean hasVisible() {
        showDue();
        return !visible.isEmpty();
    }

    /** When the next one is to be seen again. */
    long nextEndNanos() {
        return hidden.stream().mapToLong(each -> each.endNanos).min().orElse(MailboxClock.NEVER);
    }

    void send(String id, @Nullable String body, Instant enqueuedAt, @Nullable Mailbox<String, ?> replyTo) {
        showDue();
        assertTrue(ids.add(id), "an id came twice");
        visible.add(new Message(id, body, enqueuedAt, replyTo));
    }

    /** Those whose time has come, in the order of their times, and of when they went in flight. */
    private void showDue() {
        hidden.stream()
                .filter(each -> each.endNanos <= nowNanos)
                .sorted(Comparator.<Message>comparingLong(each -> each.endNanos).thenComparingLong(each -> each.order))
                .forEach(each -> {
                    each.receipt = null;
                    visible.add(each);
                });
        hidden.removeAll(visible);
    }

    /** Whether a delivery is the one that must come next. */
    boolean isNext(Delivery<String, String> delivery) {
        showDue();
        Message head = visible.peek();
        return head != null && head.id.equals(delivery.id()) && head.deliveries + 1 == delivery.deliveryCount();
    }

    /** What a receive gave, which must be what is at the head now. */
    void receive(List<Delivery<String, String>> batch, int most, long endNanos) {
        showDue();
        assertEquals(Math.min(Math.clamp(most, 1, 10), visible.size()), batch.size());
        for (Delivery<String, String> delivery : batch) {
            Message head = visible.remove();
            head.deliveries++;
            assertEquals(head.id, delivery.id());
            assertSame(head.body, delivery.body());
            assertEquals(head.deliveries, delivery.deliveryCount());
            assertEquals(head.enqueuedAt, delivery.enqueuedAt());
            assertSame(head.replyTo, delivery.replyTo());
            assertFalse(delivery.isFinalized());
            assertTrue(receipts.add(delivery.receipt()), "a receipt came twice");
            head.receipt = delivery.receipt();
            hide(head, endNanos, ++flights);
        }
    }

    private void hide(Message message, long endNanos, long order) {
        message.endNanos = endNanos;
        message.order = order;
        hidden.add(message);
    }

    private Optional<Message> taken(String receipt) {
        showDue();
        Optional<Message> held = hidden.stream().filter(each -> receipt.equals(each.receipt)).findFirst();
        held.ifPresent(hidden::remove);
        return held;
    }

    AckStatus acknowledge(String receipt) {
        return taken(receipt).isPresent() ? AckStatus.DONE : AckStatus.LEASE_ENDED;
    }

    AckStatus nack(String receipt, boolean isDelayed, long endNanos) {
        Message message = taken(receipt).orElse(null);
        if (message == null) {
            return AckStatus.LEASE_ENDED;
        }
        message.receipt = null;
        if (isDelayed) {
            hide(message, endNanos, ++flights);
        } else {
            visible.add(message);
        }
        return AckStatus.DONE;
    }

    AckStatus extend(String receipt, long endNanos) {
        Message message = taken(receipt).orElse(null);
        if (message == null) {
            return AckStatus.LEASE_ENDED;
        }
        assertNotNull(message.receipt);
        hide(message, endNanos, message.order);
        return AckStatus.DONE;
    }

    int purge() {
        int count = count();
        visible.clear();
        hidden.clear();
        return count;
    }
}
