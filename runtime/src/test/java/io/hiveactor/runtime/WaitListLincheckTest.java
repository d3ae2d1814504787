package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hiveactor.runtime.waiting.WaitList;
import io.hiveactor.runtime.waiting.Waiter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Lincheck: those who wait come to their turn in order, whatever else happens meanwhile. */
@Tag("lincheck")
class WaitListLincheckTest {
    private static final int THREADS = 3;
    private static final int WHO = THREADS + 2; // what is called after the race has a number of its own
    private static final int ROOM = 2; // taken at first, by two of the threads

    @Test
    void underALockTheHighestPriorityIsFirstAndWithinOneWhoCameFirst() {
        Lincheck.options()
                .threads(THREADS)
                .sequentialSpecification(SortedList.class)
                .check(LockedList.class);
    }

    @Test
    void roomInAMailboxGoesToThoseWhoseTurnItIs() {
        Lincheck.options()
                .threads(THREADS)
                .sequentialSpecification(RoomAndLine.class)
                .check(LimitedMailbox.class);
    }

    private static int priority(int who) {
        return who % 2;
    }

    private static final class Numbered extends Waiter {
        final int who;

        Numbered(int who) {
            super(WaitListLincheckTest.priority(who));
            this.who = who;
        }
    }

    @Param(name = "who", gen = IntGen.class, conf = "0:3")
    public static class LockedList {
        private final WaitList list = new WaitList(2, 0);
        private final List<Numbered> waiters = new ArrayList<>();

        public LockedList() {
            for (int who = 0; who < WHO; who++) {
                waiters.add(new Numbered(who));
            }
        }

        @Operation(params = "who")
        public synchronized void add(int who) {
            if (!waiters.get(who).isQueued()) {
                list.add(waiters.get(who));
            }
        }

        @Operation
        public synchronized int grantFirst() {
            if (list.first() instanceof Numbered first) {
                list.grant(first);
                return first.who;
            }
            return -1;
        }

        @Operation(params = "who")
        public synchronized void remove(int who) {
            if (waiters.get(who).isQueued()) {
                list.remove(waiters.get(who));
            }
        }

        @Operation
        public synchronized int size() {
            return list.size();
        }
    }

    public static class SortedList {
        private final List<Integer> line = new ArrayList<>();

        public void add(int who) {
            if (!line.contains(who)) {
                line.add(who);
                line.sort(Comparator.comparingInt(WaitListLincheckTest::priority));
            }
        }

        public int grantFirst() {
            return line.isEmpty() ? -1 : line.removeFirst();
        }

        public void remove(int who) {
            line.remove(Integer.valueOf(who));
        }

        public int size() {
            return line.size();
        }
    }

    /** Each thread has a waiter of its own, and gives back only what it has, as senders do. */
    @Param(name = "who", gen = ThreadIdGen.class)
    public static class LimitedMailbox {
        private final MailboxRoom room = new MailboxRoom(MailboxLimit.blockSender(ROOM), WaiterOrder.FIFO);
        private final SendWaiter[] waiters = new SendWaiter[WHO];
        private final int[] held = new int[WHO];

        public LimitedMailbox() {
            for (int who = 0; who < WHO; who++) {
                waiters[who] = new SendWaiter(Thread.currentThread());
            }
            for (int who = 1; who <= ROOM; who++) {
                held[who] = room.tryReserve() ? 1 : 0;
            }
        }

        @Operation
        public boolean isFull() {
            return room.isFull();
        }

        @Operation(params = "who")
        public boolean tryReserve(int who) {
            return hold(who, room.tryReserve());
        }

        private boolean hold(int who, boolean isReserved) {
            held[who] += isReserved ? 1 : 0;
            return isReserved;
        }

        /** @return whether it had some */
        @Operation(params = "who")
        public boolean giveBack(int who) {
            if (held[who] == 0) {
                return false;
            }
            held[who]--;
            if (room.giveBack()) {
                SendWaiter.wakeAll(room.serve(null), null);
            }
            return true;
        }

        @Operation(params = "who")
        public boolean reserveOrQueue(int who) {
            return waiters[who].state() == Waiter.OUT && hold(who, room.reserveOrQueue(waiters[who]));
        }

        @Operation(params = "who")
        public boolean leave(int who) {
            return hold(who, room.leave(waiters[who]));
        }

        @Validate
        public void whatIsTakenIsHeld() {
            int granted = (int) Stream.of(waiters).filter(waiter -> waiter.state() == Waiter.GRANTED).count();
            int queued = (int) Stream.of(waiters).filter(Waiter::isQueued).count();
            assertEquals(room.taken(), IntStream.of(held).sum() + granted);
            assertEquals(room.waiting(), queued);
        }
    }

    /** The same in one thread. */
    public static class RoomAndLine {
        private final int[] held = new int[WHO];
        private final int[] state = new int[WHO];
        private final List<Integer> line = new ArrayList<>();
        private int taken = ROOM;

        public RoomAndLine() {
            Arrays.fill(held, 1, ROOM + 1, 1);
        }

        public boolean isFull() {
            return taken == ROOM;
        }

        public boolean tryReserve(int who) {
            if (taken == ROOM) {
                return false;
            }
            taken++;
            held[who]++;
            return true;
        }

        public boolean giveBack(int who) {
            if (held[who] == 0) {
                return false;
            }
            held[who]--;
            if (line.isEmpty()) {
                taken--;
            } else {
                state[line.removeFirst()] = Waiter.GRANTED;
            }
            return true;
        }

        public boolean reserveOrQueue(int who) {
            if (state[who] != Waiter.OUT) {
                return false;
            }
            boolean isReserved = tryReserve(who);
            if (!isReserved) {
                line.add(who);
                state[who] = Waiter.QUEUED;
            }
            return isReserved;
        }

        public boolean leave(int who) {
            boolean isGranted = state[who] == Waiter.GRANTED;
            held[who] += isGranted ? 1 : 0;
            line.remove(Integer.valueOf(who));
            state[who] = Waiter.OUT;
            return isGranted;
        }
    }
}
