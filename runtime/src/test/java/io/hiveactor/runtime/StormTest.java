package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real threads and shards at once: nothing is lost, nothing twice, the order of each sender holds. */
@Timeout(120)
class StormTest {
    private static final int PER_SENDER = 8_000;

    /** Checks the order of each sender's numbers, and counts. */
    private static final class Receiver implements Handler {
        private final int[] last;
        private final AtomicLong received;

        Receiver(int senders, AtomicLong received) {
            last = new int[senders];
            Arrays.fill(last, -1);
            this.received = received;
        }

        @Override
        public void onMessage(ActorContext context, Message message) {
            int number = message.as(Integer.class);
            if (last[message.tag()] >= number) {
                throw new AssertionError("sender " + message.tag() + ": " + number + " after " + last[message.tag()]);
            }
            last[message.tag()] = number;
            received.incrementAndGet();
        }
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    void actorsAndOutsideThreadsSendToAllShards() throws InterruptedException {
        for (int i = 0; i < Integer.getInteger("hive.storms", 3); i++) {
            storm();
        }
    }

    private static void storm() throws InterruptedException {
        Hive hive = Hives.start(Hives.config().shards(3).messages(64).reservedMessages(4));
        var received = new AtomicLong();
        var sent = new AtomicLong();
        int senders = 8;
        var receivers = new ArrayList<ActorId>();
        for (int i = 0; i < 3; i++) {
            receivers.add(hive.spawn(new Receiver(senders, received), ActorConfig.named("r" + i).onShard(i)));
        }
        var done = new CountDownLatch(senders);
        for (int i = 0; i < senders; i++) {
            int tag = i;
            if (i < 4) {
                ActorId sender = hive.spawn((ActorBody) self -> {
                    send(self, receivers, tag, sent, self::yield);
                    done.countDown();
                }, ActorConfig.named("s" + i).onShard(i % 3));
                assertTrue(hive.isAlive(sender) || done.getCount() < senders);
            } else {
                Thread.ofPlatform().start(() -> {
                    send(hive, receivers, tag, sent, Thread::yield);
                    done.countDown();
                });
            }
        }
        assertTrue(done.await(60, TimeUnit.SECONDS), "senders left: " + done.getCount());
        Hives.closeClean(hive);
        assertEquals(sent.get(), received.get());
        assertEquals((long) senders * PER_SENDER, sent.get());
    }

    private static void send(Sender from, List<ActorId> to, int tag, AtomicLong sent, Runnable whenFull) {
        for (int n = 0; n < PER_SENDER; n++) {
            ActorId target = to.get(n % to.size());
            NotifyStatus status = from.notify(target, tag, n);
            while (status == NotifyStatus.NO_MEMORY) {
                whenFull.run();
                status = from.notify(target, tag, n);
            }
            if (status == NotifyStatus.SENT) {
                sent.incrementAndGet();
            }
        }
    }

    /** Its fields are plain: two messages at once, or one that does not see what the last one wrote, lose a count. */
    private static final class PlainCounter implements Handler {
        private int count;
        private boolean isInside;

        @Override
        public void onMessage(ActorContext self, Message message) {
            if (message.object() instanceof String) {
                Hives.sent(self.notify(message.sender(), count));
                return;
            }
            if (isInside) {
                throw new AssertionError("two messages at once");
            }
            isInside = true;
            int before = count;
            if (before % 16 == 0) {
                self.yield();
            }
            count = before + 1;
            isInside = false;
        }
    }

    @Test
    void anActorHandlesOneMessageAtATimeAndSeesWhatTheOnesBeforeWrote() throws InterruptedException {
        Hive hive = Hives.start(Hives.config().shards(2).messages(64).reservedMessages(4));
        ActorId counter = hive.spawn(new PlainCounter(), ActorConfig.named("counter").onShard(0));
        var sent = new AtomicLong();
        var done = new CountDownLatch(4);
        for (int i = 0; i < 2; i++) {
            int tag = i;
            ActorId sender = hive.spawn((ActorBody) self -> {
                send(self, List.of(counter), tag, sent, self::yield);
                done.countDown();
            }, ActorConfig.named("s" + i).onShard(i));
            assertTrue(sender.number() > 0);
            Thread.ofPlatform().start(() -> {
                send(hive, List.of(counter), tag, sent, Thread::yield);
                done.countDown();
            });
        }
        assertTrue(done.await(60, TimeUnit.SECONDS), "senders left: " + done.getCount());
        try (ExternalInbox inbox = hive.openInbox()) {
            Hives.eventually("there is a slot", () -> inbox.notify(counter, "how many?") == NotifyStatus.SENT);
            assertEquals(4 * PER_SENDER, inbox.receive().as(Integer.class));
        }
        assertEquals(4L * PER_SENDER, sent.get());
        Hives.closeClean(hive);
    }

    @Test
    void noRoomIsSaidOnlyWithThePromisedNumberInUse() throws InterruptedException {
        int messages = 100;
        int reserved = 10;
        Hive hive = Hives.start(Hives.config().shards(2).messages(messages).reservedMessages(reserved));
        var cached = new CountDownLatch(2);
        for (int shard = 0; shard < 2; shard++) { // so that both caches keep slots which nobody else can reach
            ActorId warm = hive.spawn((ActorBody) self -> {
                Hives.sent(self.notify(self.self(), 1));
                self.receive();
                cached.countDown();
            }, ActorConfig.DEFAULT.onShard(shard));
            assertTrue(warm.number() > 0);
        }
        assertTrue(cached.await(5, TimeUnit.SECONDS));
        Hives.eventually("both have ended", () -> hive.stats().actors() == 0);
        var open = new CountDownLatch(1);
        ActorId blocked = hive.spawn((self, message) -> assertTrue(self.blocking(() -> open.await(20, TimeUnit.SECONDS))),
                ActorConfig.DEFAULT.onShard(0));
        int sent = 0;
        while (hive.notify(blocked, sent) == NotifyStatus.SENT) {
            sent++;
        }
        int onTop = messages / 4 + messages / 8; // for the shards, and for threads outside
        assertTrue(sent >= messages - reserved, "promised " + (messages - reserved) + ", sent " + sent);
        assertTrue(sent <= messages - reserved + onTop, "sent " + sent);
        open.countDown();
        Hives.closeClean(hive);
    }

    @Test
    void aStarvedTickComesWhenAnotherShardFreesSlots() throws InterruptedException {
        for (int round = 0; round < 50; round++) {
            Hive hive = Hives.start(Hives.config().messages(16).reservedMessages(1));
            var open = new CountDownLatch(1);
            ActorId blocked = hive.spawn((self, message) -> assertTrue(self.blocking(() -> open.await(20, TimeUnit.SECONDS))),
                    ActorConfig.DEFAULT.onShard(0));
            var ticked = new CountDownLatch(8);
            ActorId timed = hive.spawn((ActorBody) self -> {
                for (int i = 0; i < 8; i++) {
                    assertTrue(self.after(java.time.Duration.ofMillis(1)).number() > 0);
                }
                assertTrue(self.blocking(() -> open.await(20, TimeUnit.SECONDS)));
                while (true) {
                    self.receive();
                    ticked.countDown();
                }
            }, ActorConfig.DEFAULT.onShard(1));
            assertTrue(hive.isAlive(timed));
            int sent = 0;
            while (hive.notify(blocked, sent) == NotifyStatus.SENT) {
                sent++;
            }
            assertTrue(sent > 0);
            Hives.eventually("the ticks are due", () -> hive.stats().messagesInUse() >= 15);
            open.countDown();
            assertTrue(ticked.await(10, TimeUnit.SECONDS), "ticks that never come: " + ticked.getCount());
            hive.close();
        }
    }

    @Test
    void aKillInterruptsNobodyElse() throws InterruptedException {
        Hive hive = Hives.start();
        var strays = new AtomicLong();
        var bystanders = new ArrayList<ActorId>();
        for (int i = 0; i < 4; i++) {
            bystanders.add(hive.spawn((self, message) -> {
                if (Thread.currentThread().isInterrupted()) {
                    strays.incrementAndGet();
                }
            }, ActorConfig.DEFAULT.onShard(i % 2)));
        }
        for (int i = 0; i < 3000; i++) {
            var in = new CountDownLatch(1);
            boolean ours = i % 2 == 0;
            ActorId victim = hive.spawn((ActorBody) self -> {
                in.countDown();
                if (ours) {
                    self.receive();
                } else {
                    assertTrue(self.blocking(() -> {
                        Thread.sleep(10_000);
                        return true;
                    }));
                }
            });
            assertTrue(in.await(5, TimeUnit.SECONDS));
            hive.kill(victim);
            for (ActorId bystander : bystanders) {
                Hives.sent(hive.notify(bystander, i));
            }
        }
        Hives.closeClean(hive);
        assertEquals(0, strays.get());
    }

    @Test
    void foreignWakesOfManyActorsAreNeverLost() throws InterruptedException {
        Hive hive = Hives.start();
        int actors = 50;
        int rounds = 400;
        var finished = new CountDownLatch(actors);
        var gates = new ArrayList<java.util.concurrent.Semaphore>();
        for (int i = 0; i < actors; i++) {
            var gate = new java.util.concurrent.Semaphore(0);
            gates.add(gate);
            ActorId actor = hive.spawn((ActorBody) self -> {
                for (int round = 0; round < rounds; round++) {
                    assertTrue(self.blocking(() -> {
                        gate.acquire();
                        return true;
                    }));
                }
                finished.countDown();
            });
            assertTrue(actor.number() > 0);
        }
        var wakers = new ArrayList<Thread>();
        for (int w = 0; w < 2; w++) {
            wakers.add(Thread.ofPlatform().start(() -> {
                for (int round = 0; round < rounds / 2; round++) {
                    gates.forEach(java.util.concurrent.Semaphore::release);
                }
            }));
        }
        for (Thread waker : wakers) {
            waker.join();
        }
        assertTrue(finished.await(60, TimeUnit.SECONDS), "actors that still wait: " + finished.getCount());
        Hives.closeClean(hive);
    }
}
