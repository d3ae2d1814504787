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
import org.openjdk.jcstress.infra.results.LZ_Result;
import org.openjdk.jcstress.infra.results.L_Result;

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

    /** A pool of eight slots whose shard's cache is full; all others are in use, eight of them. */
    public static class FullCache {
        private static final int PROMISED = 8;

        final MessagePool pool = new MessagePool(
                HiveConfig.builder().shards(1).messages(PROMISED).reservedMessages(0).maxPayload(1).build(), false, 1);
        final SlotCache cache = pool.newCache();
        final SendWaiter waiter = new SendWaiter(Thread.currentThread());
        final Envelope inUse = Objects.requireNonNull(pool.claim());

        FullCache() {
            waiter.target = Races.TARGET;
            while (cache.size < cache.limit) {
                cache.slots[cache.size] = Objects.requireNonNull(pool.claim()).index;
                cache.size++;
            }
            while (pool.claim() != null) {} // in use
            Races.check(cache.limit > 0 && pool.taken() - cache.size >= PROMISED);
        }

        /** As a shard does that finds its cache full, or somebody who waits. */
        final void release() {
            if (pool.giveBack(inUse, cache)) {
                SendWaiter.wakeAll(pool.serve(null), null);
            }
        }
    }

    /** What a full cache gives back and a waiter that queues never miss each other. */
    @JCStressTest
    @Outcome(id = "had one", expect = ACCEPTABLE, desc = "the slots were back already")
    @Outcome(id = "granted", expect = ACCEPTABLE, desc = "a slot was handed over")
    @Outcome(expect = FORBIDDEN, desc = "slots are free and somebody waits")
    @State
    public static class FullCacheAgainstQueueing extends FullCache {
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
        public void look(L_Result result) {
            result.r1 = isServed ? "had one" : Races.nameOf(waiter);
        }
    }

    /** A cache's slots are in one place, and what it keeps back is never what a waiter was promised. */
    @JCStressTest
    @Outcome(id = "out, true", expect = ACCEPTABLE, desc = "left before, and all but those in use are at hand")
    @Outcome(id = "granted, true", expect = ACCEPTABLE, desc = "left with the slot")
    @Outcome(expect = FORBIDDEN, desc = "a slot is lost, or in two places")
    @State
    public static class FullCacheAgainstTimeout extends FullCache {
        private final int before;

        public FullCacheAgainstTimeout() {
            Races.check(!pool.claimOrQueue(waiter, null));
            before = pool.taken() - cache.size;
        }

        @Actor
        public void gives() {
            release();
        }

        @Actor
        public void leaves(LZ_Result result) {
            result.r1 = pool.leave(waiter) ? "granted" : "out";
        }

        @Arbiter
        public void look(LZ_Result result) {
            int inUse = pool.taken() - cache.size; // one has come back, and gone again if it was granted
            result.r2 = inUse == ("granted".equals(result.r1) ? before : before - 1);
        }
    }
}
