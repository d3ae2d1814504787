package io.hiveactor.mailbox.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.MailboxClock;
import io.hiveactor.mailbox.NotReplied;
import io.hiveactor.mailbox.NotSent;
import io.hiveactor.mailbox.ReplyResult;
import io.hiveactor.mailbox.SendResult;
import io.hiveactor.mailbox.Sent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Random calls on one mailbox in memory, by several consumers, some of whom wait; a model says what each must give. */
final class RandomRun {
    private static final int STEPS = 120;
    private static final int MOST_RECEIVERS = 6;
    private static final Duration NEGATIVE = Duration.ofNanos(-1);

    /** A delivery, now or once in somebody's hands. */
    private static final class Held {
        final Delivery<String, String> delivery;
        boolean isFinalized;

        Held(Delivery<String, String> delivery) {
            this.delivery = delivery;
        }
    }

    private final SplittableRandom random;
    private final MailboxClock clock;
    private final Consumer<Duration> stepper;
    private final LongConsumer alarm;
    private final Set<String> seen;
    private final MailboxModel model;
    private final MemoryMailbox<String, String> mailbox;
    private final MemoryMailbox<String, String> replies;
    private final Waiters waiters;
    private final int repliesSize;
    private final List<Held> held = new ArrayList<>();
    private final List<String> replied = new ArrayList<>();
    private int bodies;

    /**
     * By a clock, and what steps it.
     *
     * @param alarm told by when one of those who wait must wake by itself, whenever somebody waits
     */
    RandomRun(long seed, MailboxClock clock, Consumer<Duration> stepper, LongConsumer alarm, Set<String> seen) {
        random = new SplittableRandom(seed); // seeds that follow each other start apart, unlike those of Random
        this.clock = clock;
        this.stepper = stepper;
        this.alarm = alarm;
        this.seen = seen;
        int size = random.nextBoolean() ? 1 + random.nextInt(8) : 1_000;
        repliesSize = 1 + random.nextInt(10);
        model = new MailboxModel(size);
        mailbox = new MemoryMailbox<>(MemoryConfig.named("m").withClock(clock).withMaxSize(size));
        replies = new MemoryMailbox<>(MemoryConfig.named("r").withClock(clock).withMaxSize(repliesSize));
        waiters = new Waiters(clock, mailbox, model, this::took);
        model.nowNanos = clock.nanos();
    }

    void steps() throws InterruptedException {
        for (int step = 0; step < STEPS; step++) {
            step();
            waiters.settle();
            check();
        }
        finish();
    }

    private void step() throws InterruptedException {
        switch (random.nextInt(24)) {
            case 0, 1, 2, 3, 4 -> send();
            case 5, 6 -> receiveNow();
            case 7, 8, 9 -> receiveLater();
            case 10, 11 -> acknowledge();
            case 12, 13 -> nack();
            case 14, 15 -> extend();
            case 16 -> reply();
            case 17 -> interrupt();
            case 18 -> badInput();
            case 19 -> rarely();
            default -> time();
        }
    }

    // ---- the calls ----

    private void send() {
        String body = random.nextInt(10) == 0 ? null : "b" + ++bodies;
        @Nullable Mailbox<String, ?> replyTo = random.nextBoolean() ? replies : null;
        SendResult result = mailbox.send(body, replyTo);
        if (model.isFull()) {
            assertEquals(NotSent.FULL, result);
            seen.add("full");
        } else {
            model.send(assertInstanceOf(Sent.class, result).id(), body, clock.now(), replyTo);
        }
    }

    private void receiveNow() throws InterruptedException {
        int most = random.nextInt(14) - 1;
        Duration lease = time(6);
        took(mailbox.receive(most, lease, Duration.ZERO), most, lease);
    }

    private void receiveLater() {
        if (waiters.count() < MOST_RECEIVERS) {
            waiters.start(1 + random.nextInt(3), time(6), time(8));
        }
    }

    private void acknowledge() {
        any().ifPresent(one -> {
            String receipt = one.delivery.receipt();
            AckStatus expected = model.acknowledge(receipt);
            boolean isByReceipt = random.nextBoolean();
            seen.add("acknowledge " + expected);
            assertEquals(expected, isByReceipt ? mailbox.acknowledge(receipt) : one.delivery.acknowledge());
            one.isFinalized |= !isByReceipt && expected == AckStatus.DONE;
        });
    }

    private void nack() {
        any().ifPresent(one -> {
            String receipt = one.delivery.receipt();
            Duration delay = random.nextBoolean() ? Duration.ZERO : time(5);
            AckStatus expected = model.nack(receipt, !delay.isZero(), MailboxClock.after(clock.nanos(), delay));
            boolean isByReceipt = random.nextBoolean();
            seen.add("nack " + expected);
            assertEquals(expected, isByReceipt ? mailbox.nack(receipt, delay) : one.delivery.nack(delay));
            one.isFinalized |= !isByReceipt && expected == AckStatus.DONE;
        });
    }

    private void extend() {
        any().ifPresent(one -> {
            String receipt = one.delivery.receipt();
            Duration lease = time(6);
            AckStatus expected = model.extend(receipt, MailboxClock.after(clock.nanos(), lease));
            seen.add("extend " + expected);
            assertEquals(expected, random.nextBoolean() ? mailbox.extend(receipt, lease) : one.delivery.extend(lease));
        });
    }

    private void reply() {
        any().ifPresent(one -> {
            String answer = "r" + ++bodies;
            ReplyResult result = one.delivery.reply(answer);
            if (one.isFinalized) {
                assertEquals(NotReplied.FINALIZED, result);
            } else if (one.delivery.replyTo() == null) {
                assertEquals(NotReplied.NO_ADDRESS, result);
            } else if (replied.size() >= repliesSize) {
                assertEquals(NotReplied.FULL, result);
            } else {
                assertInstanceOf(Sent.class, result);
                replied.add(answer);
            }
            seen.add(result instanceof Sent ? "replied" : result.toString());
        });
    }

    private void interrupt() {
        if (waiters.count() > 0) {
            waiters.interrupt(random.nextInt(waiters.count()));
            seen.add("interrupt");
        }
    }

    private void badInput() {
        assertThrows(IllegalArgumentException.class, () -> mailbox.receive(1, NEGATIVE, Duration.ZERO));
        assertThrows(IllegalArgumentException.class, () -> mailbox.receive(1, Duration.ZERO, NEGATIVE));
        any().ifPresent(one -> {
            assertThrows(IllegalArgumentException.class, () -> one.delivery.nack(NEGATIVE));
            assertThrows(IllegalArgumentException.class, () -> mailbox.extend(one.delivery.receipt(), NEGATIVE));
        });
    }

    private void rarely() {
        switch (random.nextInt(12)) {
            case 0, 1 -> {
                assertEquals(model.purge(), mailbox.purge());
                seen.add("purge");
            }
            case 2 -> {
                mailbox.close();
                model.isClosed = true;
                seen.add("close");
            }
            default -> {}
        }
    }

    private void time() {
        Duration time = Duration.ofSeconds(random.nextInt(4));
        model.nowNanos = MailboxClock.after(model.nowNanos, time);
        stepper.accept(time);
    }

    /** A few seconds, none of them, or for ever. */
    private Duration time(int seconds) {
        return random.nextInt(20) == 0 ? Duration.ofSeconds(Long.MAX_VALUE) : Duration.ofSeconds(random.nextInt(seconds));
    }

    /** Anything that was ever delivered, the latest rather than others. */
    private Optional<Held> any() {
        int reach = random.nextBoolean() ? Math.min(4, held.size()) : held.size();
        return reach == 0 ? Optional.empty() : Optional.of(held.get(held.size() - 1 - random.nextInt(reach)));
    }

    // ---- what must hold after each ----

    private void took(List<Delivery<String, String>> batch, int most, Duration lease) {
        if (model.isClosed) {
            assertEquals(List.of(), batch);
            return;
        }
        model.receive(batch, most, MailboxClock.after(clock.nanos(), lease));
        batch.forEach(each -> held.add(new Held(each)));
        seen.add("took " + Math.min(batch.size(), 2));
    }

    private void check() {
        assertEquals(model.nowNanos, clock.nanos());
        assertEquals(model.count(), mailbox.approximateCount());
        assertEquals(waiters.count(), mailbox.waiting());
        assertEquals(model.isClosed, mailbox.isClosed());
        if (waiters.count() > 0) {
            alarm.accept(model.nextEndNanos());
        }
        held.forEach(each -> assertEquals(each.isFinalized, each.delivery.isFinalized()));
    }

    /** What is left is still there, each once and in its order. */
    private void finish() throws InterruptedException {
        model.nowNanos = MailboxClock.after(model.nowNanos, Duration.ofDays(1));
        stepper.accept(Duration.ofDays(1));
        waiters.settle();
        Duration lease = Duration.ofDays(1);
        while (!model.isClosed && model.hasVisible()) {
            took(mailbox.receive(10, lease, Duration.ZERO), 10, lease);
            check();
        }
        mailbox.close();
        model.isClosed = true;
        waiters.settle();
        assertEquals(0, mailbox.waiting());
        seen.addAll(waiters.ends());
        assertEquals(model.purge(), mailbox.purge());
        assertEquals(replied, replies.receive(10, lease, Duration.ZERO).stream().map(Delivery::body).toList());
    }
}
