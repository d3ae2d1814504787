package io.hiveactor.runtime;

import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A program: an actor logs and has to wait inside the log's handler, holding its lock. An actor of the same shard that
 * crashes, and one that becomes a zombie, are logged meanwhile, and the shard goes on.
 */
final class LockedLog {
    private static final AtomicBoolean ARMED = new AtomicBoolean();
    private static final CountDownLatch INSIDE = new CountDownLatch(1);
    private static final Semaphore MAY_LEAVE = new Semaphore(0);

    private LockedLog() {}

    public static void main(String[] args) throws InterruptedException {
        System.setErr(new PrintStream(new SlowStream(), true, StandardCharsets.UTF_8));
        var config = HiveConfig.builder().shards(1).messages(64).killGrace(Duration.ofMillis(1)).build();
        Hive hive = Hive.start(config);
        if (hive.fiberMode() != FiberMode.OWN_CARRIER) {
            throw new IllegalStateException("the wrong mode: " + hive.fiberMode());
        }
        ARMED.set(true);
        hive.spawn((ActorBody) self -> System.getLogger("application").log(Level.WARNING, "slow"));
        INSIDE.await();
        var stubborn = new Semaphore(0);
        var in = new CountDownLatch(1);
        ActorId zombie = hive.spawn((ActorBody) self -> {
            in.countDown();
            stubborn.acquireUninterruptibly();
        });
        in.await();
        hive.kill(zombie);
        hive.spawn((ActorBody) self -> {
            throw new IllegalStateException("on purpose");
        });
        boolean goesOn = true;
        while (goesOn && hive.stats().zombies() == 0) {
            goesOn = echoes(hive);
        }
        goesOn = goesOn && echoes(hive);
        System.out.println(goesOn ? "the shard went on" : "the shard has stalled");
        MAY_LEAVE.release(1_000_000);
        stubborn.release();
        hive.close();
        System.exit(goesOn ? 0 : 1);
    }

    private static boolean echoes(Hive hive) throws InterruptedException {
        try (ExternalInbox inbox = hive.openInbox()) {
            ActorId echo = hive.spawn((self, message) -> {
                NotifyStatus answered = self.notify(message.sender(), "echo");
                assert answered == NotifyStatus.SENT;
            });
            boolean isAnswered = true;
            for (int i = 0; i < 100 && isAnswered; i++) {
                isAnswered = inbox.notify(echo, i) == NotifyStatus.SENT
                        && inbox.receive(Duration.ofSeconds(5)) instanceof Message;
            }
            hive.kill(echo);
            return isAnswered;
        }
    }

    /** Lets an actor that writes wait until it may leave. */
    private static final class SlowStream extends OutputStream {
        @Override
        public void write(int b) {
            if (ARMED.get() && Thread.currentThread().isVirtual()) {
                INSIDE.countDown();
                MAY_LEAVE.acquireUninterruptibly();
            }
        }
    }
}
