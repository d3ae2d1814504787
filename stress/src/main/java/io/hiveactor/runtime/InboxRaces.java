package io.hiveactor.runtime;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.hiveactor.runtime.queue.Doorbell;
import io.hiveactor.runtime.queue.Inbox;
import io.hiveactor.runtime.queue.Node;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/** Something is pushed while the consumer looks, or goes to sleep. */
public final class InboxRaces {
    private InboxRaces() {}

    private static final class Numbered extends Node {
        int number;
    }

    /** A number made of the digits of what was taken, the oldest first; 0 for nothing. */
    private static int digits(@Nullable Node taken) {
        int digits = 0;
        Node node = taken;
        while (node instanceof Numbered numbered) {
            node = numbered.unlink();
            digits = 10 * digits + numbered.number;
        }
        return digits;
    }

    /** What is taken is complete, in order, and taken once. */
    @JCStressTest
    @Outcome(id = "0, 12", expect = ACCEPTABLE, desc = "came too early")
    @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "came between")
    @Outcome(id = "12, 0", expect = ACCEPTABLE, desc = "came after both")
    @Outcome(expect = FORBIDDEN)
    @State
    public static class PushAgainstTake {
        private final Inbox inbox = new Inbox();

        @Actor
        public void pushes() {
            for (int number = 1; number <= 2; number++) {
                var node = new Numbered();
                node.number = number; // plain: the push publishes it
                inbox.push(node);
            }
        }

        @Actor
        public void takes(II_Result result) {
            result.r1 = digits(inbox.takeAll());
        }

        @Arbiter
        public void takesTheRest(II_Result result) {
            result.r2 = digits(inbox.takeAll());
        }
    }

    /** Two who push lose nothing of each other's. */
    @JCStressTest
    @Outcome(id = "12, 0", expect = ACCEPTABLE)
    @Outcome(id = "21, 0", expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class PushAgainstPush {
        private final Inbox inbox = new Inbox();

        private void push(int number) {
            var node = new Numbered();
            node.number = number;
            inbox.push(node);
        }

        @Actor
        public void pushesOne() {
            push(1);
        }

        @Actor
        public void pushesTwo() {
            push(2);
        }

        @Arbiter
        public void takes(II_Result result) {
            result.r1 = digits(inbox.takeAll());
            result.r2 = digits(inbox.takeAll());
        }
    }

    /**
     * Nobody sleeps on a full inbox. A shard needs a hive, so this is its protocol without the rest: the pusher does
     * what {@code Shard.push} does, the sleeper what {@code Rest.begins} does. The sleeper is no thread, so that nobody has
     * to be parked: a bell that is not idle any more has been rung.
     */
    @JCStressTest
    @Outcome(id = "false, false", expect = ACCEPTABLE, desc = "the sleeper saw it in time")
    @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "sleeps and is woken")
    @Outcome(id = "true, true", expect = FORBIDDEN, desc = "sleeps for ever")
    @Outcome(expect = FORBIDDEN, desc = "is awake, and rung for")
    @State
    public static class PushAgainstSleep {
        private final Inbox inbox = new Inbox();
        private final Doorbell bell = new Doorbell();

        @Actor
        public void pushes() {
            inbox.push(new Numbered());
            bell.ring();
        }

        @Actor
        public void sleeps(ZZ_Result result) {
            bell.sleeps(null);
            if (!inbox.isEmpty()) {
                bell.isAwake();
            } else {
                result.r1 = true;
            }
        }

        @Arbiter
        public void look(ZZ_Result result) {
            result.r2 = bell.isIdle();
        }
    }

    /** Whoever is rung for is the one who sleeps: a ring that finds the bell idle finds the thread, too. */
    @JCStressTest
    @Outcome(id = "false", expect = ACCEPTABLE, desc = "the sleeper saw it in time, or was woken")
    @Outcome(expect = FORBIDDEN, desc = "slept until its limit")
    @State
    public static class RingAgainstPark {
        private static final long LIMIT_NANOS = 2_000_000_000L;

        private final Inbox inbox = new Inbox();
        private final Doorbell bell = new Doorbell();

        @Actor
        public void pushes() {
            inbox.push(new Numbered());
            bell.ring();
        }

        @Actor
        public void sleeps(Z_Result result) {
            long began = System.nanoTime();
            bell.sleeps(Thread.currentThread());
            while (inbox.isEmpty() && bell.isIdle() && System.nanoTime() - began < LIMIT_NANOS) {
                LockSupport.parkNanos(LIMIT_NANOS);
            }
            bell.isAwake();
            result.r1 = System.nanoTime() - began >= LIMIT_NANOS;
        }
    }
}
