package io.hiveactor.examples;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.DroppedMessage;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.HiveListener;
import io.hiveactor.runtime.MailboxLimit;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.SendStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A fast producer and a slow consumer on a pool with room for four messages; then five mailboxes with room for two,
 * each of which does something else with the third.
 */
public final class Backpressure {
    private static final int ITEM = 1;
    private static final int ITEMS = 10;
    private static final List<Quote> QUOTES = List.of(
            new Quote("A", 1), new Quote("B", 1), new Quote("A", 2), new Quote("B", 2), new Quote("A", 3));

    private Backpressure() {}

    public static void main(String[] args) {
        fillThePool();
        fillMailboxes();
    }

    // ---- the pool is full ----

    private static void fillThePool() {
        var config = HiveConfig.builder().shards(1).messages(6).reservedMessages(2).build(); // two are for timers
        var consumed = new ArrayList<Object>();
        try (Hive hive = Hive.start(config)) {
            ActorId consumer = hive.spawn((context, item) -> {
                context.sleep(Duration.ofMillis(1));
                consumed.add(item.object());
            });
            ActorId _ = hive.spawn(context -> produce(context, consumer));
        } // waits until everything is consumed
        System.out.println("consumed: " + consumed);
    }

    private static void produce(ActorContext context, ActorId consumer) {
        int refused = 0;
        for (int item = 1; item <= ITEMS; item++) {
            if (context.notify(consumer, ITEM, item) == NotifyStatus.NO_MEMORY) {
                refused++;
            }
        }
        System.out.println("notify: " + refused + " of " + ITEMS + " refused");

        int sent = 0;
        for (int item = ITEMS + 1; item <= 2 * ITEMS; item++) {
            SendStatus status = context.send(consumer, ITEM, item, Duration.ofSeconds(5));
            if (status == SendStatus.SENT) {
                sent++;
            }
        }
        System.out.println("send: " + sent + " of " + ITEMS + " sent");
    }

    // ---- a mailbox is full ----

    private static void fillMailboxes() {
        crowd(MailboxLimit.blockSender(2));
        crowd(MailboxLimit.fail(2));
        crowd(MailboxLimit.dropNewest(2));
        crowd(MailboxLimit.dropOldest(2));
        crowd(MailboxLimit.conflate(2, quote -> ((Quote) quote).symbol()));
    }

    private static void crowd(MailboxLimit limit) {
        var told = new ArrayList<NotifyStatus>();
        var read = new ArrayList<Object>();
        var dropped = new ArrayList<Object>();
        var listener = new HiveListener() {
            @Override
            public void onDrop(DroppedMessage drop) {
                dropped.add(drop.object());
            }
        };
        Hive hive = Hive.start(HiveConfig.builder().shards(1).listener(listener).build());
        try (hive) {
            ActorId reader = hive.spawn((context, quote) -> read.add(quote.object()),
                    ActorConfig.named("reader").withLimit(limit));
            ActorId _ = hive.spawn(context -> {
                for (Quote quote : QUOTES) {
                    told.add(context.notify(reader, quote)); // the reader has no turn in between
                }
            });
        }
        System.out.println(limit.overflow() + " told " + told + ", read " + read
                + ", " + hive.stats().drops() + " dropped: " + dropped);
    }

    private record Quote(String symbol, int price) {
        @Override
        public String toString() {
            return symbol + price;
        }
    }
}
