package io.hiveactor.mailbox.redis;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One delivery's hold on its message. <b>Threads:</b> any thread. */
final class RedisLease implements Delivery.Settlement {
    /** How those ended that were acknowledged in one call, while their deliveries are told. */
    private static final ScopedValue<Map<String, AckStatus>> SETTLED = ScopedValue.newInstance();

    private final RedisQueue queue;
    private final Receipt receipt;

    RedisLease(RedisQueue queue, Receipt receipt) {
        this.queue = queue;
        this.receipt = receipt;
    }

    /** Acknowledges several in as few calls as do not hold the server up. */
    static <T extends @Nullable Object, R extends @Nullable Object> List<AckStatus> acknowledgeAll(
            RedisQueue queue, List<Delivery<T, R>> deliveries) {
        List<Receipt> receipts =
                deliveries.stream().map(each -> Receipt.parse(each.receipt(), queue.keys.name)).toList();
        List<AckStatus> statuses = new ArrayList<>(deliveries.size());
        for (int from = 0; from < deliveries.size(); from += Sender.LARGEST_CALL) {
            int end = Math.min(from + Sender.LARGEST_CALL, deliveries.size());
            statuses.addAll(acknowledgeInOneCall(queue, deliveries.subList(from, end), receipts.subList(from, end)));
        }
        return statuses;
    }

    /** Each delivery then asks for its own, as it does alone, and finds it done. */
    private static <T extends @Nullable Object, R extends @Nullable Object> List<AckStatus> acknowledgeInOneCall(
            RedisQueue queue, List<Delivery<T, R>> deliveries, List<Receipt> receipts) {
        List<AckStatus> statuses = queue.acknowledge(receipts);
        Map<String, AckStatus> settled = new HashMap<>();
        for (int i = 0; i < statuses.size(); i++) {
            settled.putIfAbsent(receipts.get(i).text(), statuses.get(i));
        }
        return ScopedValue.where(SETTLED, settled)
                .call(() -> deliveries.stream().map(Delivery::acknowledge).toList());
    }

    @Override
    public AckStatus acknowledge() {
        AckStatus settled = SETTLED.isBound() ? SETTLED.get().remove(receipt()) : null;
        return settled == null ? queue.acknowledge(receipt) : settled;
    }

    @Override
    public AckStatus nack(Duration delay) {
        RedisMailbox.TRAITS.checkLease(delay, "the delay");
        return queue.nack(receipt, delay);
    }

    @Override
    public AckStatus extend(Duration lease) {
        RedisMailbox.TRAITS.checkLease(lease, "the lease");
        return queue.extend(receipt, lease);
    }

    @Override
    public String receipt() {
        return receipt.text();
    }
}
