package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.waiting.Waiter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Lincheck: whatever the order in which threads claim, wait for, leave and give back slots, they take turns. */
@Tag("lincheck")
class PoolLincheckTest {
    private static final int SLOTS = 3; // one for each thread at first, and the reserve
    private static final int RESERVED = 1;
    private static final int THREADS = 2;
    private static final int WHO = THREADS + 2; // what is called after the race has a number of its own

    @Test
    void slotsGoToThoseWhoseTurnItIsAndNoneIsLost() {
        Lincheck.options()
                .threads(THREADS)
                .sequentialSpecification(FreeCountAndLine.class)
                .check(Subject.class);
    }

    /** Each thread has a waiter of its own, and gives back only what it holds, as the users of the pool do. */
    @Param(name = "who", gen = ThreadIdGen.class)
    @Param(name = "wants", gen = IntGen.class, conf = "1:2")
    public static class Subject {
        private static final HiveConfig CONFIG =
                HiveConfig.builder().shards(1).messages(SLOTS).reservedMessages(RESERVED).maxPayload(1).build();

        private final MessagePool pool = new MessagePool(CONFIG, true);
        private final Recipient target = ExternalInbox.Mailbox.nobody(null).recipient;
        private final SendWaiter[] waiters = new SendWaiter[WHO];
        private final List<ArrayDeque<Envelope>> held = new ArrayList<>();

        public Subject() {
            for (int who = 0; who < WHO; who++) {
                waiters[who] = new SendWaiter(Thread.currentThread());
                held.add(new ArrayDeque<>());
            }
            for (int who = 1; who <= THREADS; who++) {
                held.get(who).add(pool.claim());
            }
        }

        @Operation(params = "who")
        public boolean claim(int who) {
            return hold(who, pool.claim());
        }

        private boolean hold(int who, Envelope slot) {
            return slot != null && held.get(who).add(slot);
        }

        /** @return whether it had one */
        @Operation(params = "who")
        public boolean giveBack(int who) {
            Envelope slot = held.get(who).poll();
            if (slot == null) {
                return false;
            }
            pool.giveBack(slot);
            if (pool.isPressed()) {
                SendWaiter.wakeAll(pool.serve(null), null);
            }
            return true;
        }

        /** @return whether it has its slots; while it waits already it has not */
        @Operation(params = {"who", "wants"})
        public boolean claimOrQueue(int who, int wants) {
            SendWaiter waiter = waiters[who];
            if (waiter.state() != Waiter.OUT) {
                return false;
            }
            waiter.wants = wants;
            waiter.target = target;
            boolean isServed = pool.claimOrQueue(waiter, null);
            if (isServed) {
                holdGranted(who);
            }
            return isServed;
        }

        /** @return whether it has its slots */
        @Operation(params = "who")
        public boolean leave(int who) {
            boolean isGranted = pool.leave(waiters[who]);
            if (isGranted) {
                holdGranted(who);
            }
            return isGranted;
        }

        private void holdGranted(int who) {
            held.get(who).add(pool.all[waiters[who].slot]);
            if (waiters[who].wants > 1) {
                held.get(who).add(pool.all[waiters[who].answer]);
            }
        }

        @Validate
        public void everySlotIsInExactlyOnePlace() {
            for (int who = 0; who < WHO; who++) {
                if (waiters[who].state() == Waiter.GRANTED) {
                    holdGranted(who);
                }
            }
            var seen = new HashSet<Envelope>();
            int inUse = 0;
            for (ArrayDeque<Envelope> slots : held) {
                inUse += slots.size();
                seen.addAll(slots);
            }
            assertEquals(inUse, seen.size());
            assertEquals(inUse, pool.taken());
            while (pool.taken() < SLOTS) {
                assertTrue(seen.add(pool.claimReserved()));
            }
            assertEquals(SLOTS, seen.size());
        }
    }

    /** The same in one thread: how many slots are free, who holds how many, and the line. */
    public static class FreeCountAndLine {
        private final int[] held = new int[WHO];
        private final int[] wants = new int[WHO];
        private final int[] state = new int[WHO];
        private final List<Integer> line = new ArrayList<>();
        private int free = RESERVED;

        public FreeCountAndLine() {
            Arrays.fill(held, 1, THREADS + 1, 1);
        }

        public boolean claim(int who) {
            return line.isEmpty() && free > RESERVED && take(who, 1);
        }

        private boolean take(int who, int count) {
            free -= count;
            held[who] += count;
            return true;
        }

        public boolean giveBack(int who) {
            if (held[who] == 0) {
                return false;
            }
            held[who]--;
            free++;
            while (!line.isEmpty() && free - RESERVED >= wants[line.getFirst()]) {
                int first = line.removeFirst();
                free -= wants[first];
                state[first] = Waiter.GRANTED;
            }
            return true;
        }

        public boolean claimOrQueue(int who, int wanted) {
            if (state[who] != Waiter.OUT) {
                return false;
            }
            wants[who] = wanted;
            if (line.isEmpty() && free - RESERVED >= wanted) {
                return take(who, wanted);
            }
            line.add(who);
            state[who] = Waiter.QUEUED;
            return false;
        }

        public boolean leave(int who) {
            boolean isGranted = state[who] == Waiter.GRANTED;
            if (isGranted) {
                held[who] += wants[who];
            }
            line.remove(Integer.valueOf(who));
            state[who] = Waiter.OUT;
            return isGranted;
        }
    }
}
