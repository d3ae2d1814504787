package io.hiveactor.runtime;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.hiveactor.runtime.waiting.Waiter;
import java.util.Objects;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LII_Result;
import org.openjdk.jcstress.infra.results.LI_Result;

/** A slot of the pool goes from hand to hand, and those who want it come and go meanwhile. */
public final class SlotRaces {
    private SlotRaces() {}

    /** A pool of one slot, which is in use. */
    public static class UsedUpPool {
        final MessagePool pool = new MessagePool(
                HiveConfig.builder().shards(1).messages(1).reservedMessages(0).maxPayload(1).build(), true);
        final Envelope inUse = Objects.requireNonNull(pool.claim());

        final void release() {
            pool.giveBack(inUse);
            if (pool.isPressed()) {
                SendWaiter.wakeAll(pool.serve(null), null);
            }
        }

        final SendWaiter newWaiter() {
            var waiter = new SendWaiter(Thread.currentThread());
            waiter.target = Races.TARGET;
            return waiter;
        }
    }

    /** A release and a waiter that queues never miss each other. */
    @JCStressTest
    @Outcome(id = "had one, 1", expect = ACCEPTABLE, desc = "the slot was back already")
    @Outcome(id = "granted, 1", expect = ACCEPTABLE, desc = "the slot was handed over")
    @Outcome(expect = FORBIDDEN, desc = "a slot is free and somebody waits for it, or it is in two places")
    @State
    public static class ReleaseAgainstQueueing extends UsedUpPool {
        private final SendWaiter waiter = newWaiter();
        private boolean isServed;

        @Actor
        public void gives() {
            release();
        }

        @Actor
        public void queues() {
            isServed = pool.claimOrQueue(waiter, null);
        }

        @Arbiter
        public void look(LI_Result result) {
            result.r1 = isServed ? "had one" : Races.nameOf(waiter);
            result.r2 = pool.taken();
        }
    }

    /** A newcomer takes the slot, or the one who waits has it: never both, never neither. */
    @JCStressTest
    @Outcome(id = "granted, 0, 1", expect = ACCEPTABLE, desc = "nobody overtakes a waiter")
    @Outcome(expect = FORBIDDEN)
    @State
    public static class ReleaseAgainstNewcomer extends UsedUpPool {
        private final SendWaiter waiter = newWaiter();

        public ReleaseAgainstNewcomer() {
            Races.check(!pool.claimOrQueue(waiter, null));
        }

        @Actor
        public void gives() {
            release();
        }

        @Actor
        public void comes(LII_Result result) {
            result.r2 = pool.claim() == null ? 0 : 1;
        }

        @Arbiter
        public void look(LII_Result result) {
            result.r1 = Races.nameOf(waiter);
            result.r3 = pool.taken();
        }
    }

    /** A timeout and a grant: the slot goes with the waiter, or to the next in line. */
    @JCStressTest
    @Outcome(id = "queued, 1, 1", expect = ACCEPTABLE, desc = "the first left with the slot")
    @Outcome(id = "granted, 0, 1", expect = ACCEPTABLE, desc = "the first left without, the second has it")
    @Outcome(expect = FORBIDDEN, desc = "the slot is lost, or in two places")
    @State
    public static class TimeoutAgainstGrant extends UsedUpPool {
        private final SendWaiter first = newWaiter();
        private final SendWaiter second = newWaiter();

        public TimeoutAgainstGrant() {
            Races.check(!pool.claimOrQueue(first, null) && !pool.claimOrQueue(second, null));
        }

        @Actor
        public void gives() {
            release();
        }

        @Actor
        public void leaves(LII_Result result) {
            result.r2 = pool.leave(first) ? 1 : 0;
        }

        @Arbiter
        public void look(LII_Result result) {
            result.r1 = Races.nameOf(second);
            result.r3 = pool.taken();
        }
    }

    /** The same with nobody behind: what is not taken along is free. */
    @JCStressTest
    @Outcome(id = "out, 1, 1", expect = ACCEPTABLE, desc = "left with the slot")
    @Outcome(id = "out, 0, 0", expect = ACCEPTABLE, desc = "left without, and the slot is free")
    @Outcome(expect = FORBIDDEN, desc = "the slot is lost, or in two places")
    @State
    public static class TimeoutOfTheOnlyOne extends UsedUpPool {
        private final SendWaiter waiter = newWaiter();

        public TimeoutOfTheOnlyOne() {
            Races.check(!pool.claimOrQueue(waiter, null));
        }

        @Actor
        public void gives() {
            release();
        }

        @Actor
        public void leaves(LII_Result result) {
            result.r2 = pool.leave(waiter) ? 1 : 0;
        }

        @Arbiter
        public void look(LII_Result result) {
            result.r1 = Races.nameOf(waiter);
            result.r3 = pool.taken();
        }
    }

    /** Who sees without the lock that his wait is over sees his slot too. */
    @JCStressTest
    @Outcome(id = "queued, -1", expect = ACCEPTABLE, desc = "looked too early")
    @Outcome(id = "granted, 0", expect = ACCEPTABLE, desc = "has slot 0")
    @Outcome(expect = FORBIDDEN)
    @State
    public static class GrantSeenWithoutTheLock extends UsedUpPool {
        private final SendWaiter waiter = newWaiter();

        public GrantSeenWithoutTheLock() {
            Races.check(!pool.claimOrQueue(waiter, null));
        }

        @Actor
        public void gives() {
            release();
        }

        @Actor
        public void looks(LI_Result result) {
            boolean isGranted = waiter.state() == Waiter.GRANTED;
            result.r1 = isGranted ? "granted" : "queued";
            result.r2 = isGranted ? waiter.slot : Envelope.NONE;
        }
    }
}
