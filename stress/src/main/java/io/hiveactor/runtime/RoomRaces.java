package io.hiveactor.runtime;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LII_Result;
import org.openjdk.jcstress.infra.results.LI_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Room in a limited mailbox, and those who want it. */
public final class RoomRaces {
    private RoomRaces() {}

    /** A mailbox of so many messages, and one who may wait for room in it. */
    public static class LimitedMailbox {
        final MailboxRoom room;
        final SendWaiter waiter = new SendWaiter(Thread.currentThread());

        LimitedMailbox(int messages) {
            room = new MailboxRoom(MailboxLimit.blockSender(messages), WaiterOrder.FIFO);
        }

        final void giveBack() {
            if (room.giveBack()) {
                SendWaiter.wakeAll(room.serve(null), null);
            }
        }
    }

    /** Room given back and a waiter that queues never miss each other. */
    @JCStressTest
    @Outcome(id = "had room, 1", expect = ACCEPTABLE, desc = "the room was back already")
    @Outcome(id = "granted, 1", expect = ACCEPTABLE, desc = "the room was handed over")
    @Outcome(expect = FORBIDDEN, desc = "there is room and somebody waits for it")
    @State
    public static class GiveBackAgainstQueueing extends LimitedMailbox {
        private boolean isServed;

        public GiveBackAgainstQueueing() {
            super(1);
            Races.check(room.tryReserve());
        }

        @Actor
        public void gives() {
            giveBack();
        }

        @Actor
        public void queues() {
            isServed = room.reserveOrQueue(waiter);
        }

        @Arbiter
        public void look(LI_Result result) {
            result.r1 = isServed ? "had room" : Races.nameOf(waiter);
            result.r2 = room.taken();
        }
    }

    /** A timeout and a grant: the room goes with the waiter, or is free. */
    @JCStressTest
    @Outcome(id = "out, 1, 1", expect = ACCEPTABLE, desc = "left with room")
    @Outcome(id = "out, 0, 0", expect = ACCEPTABLE, desc = "left without, and the room is free")
    @Outcome(expect = FORBIDDEN, desc = "the room is lost, or taken twice")
    @State
    public static class GiveBackAgainstTimeout extends LimitedMailbox {
        public GiveBackAgainstTimeout() {
            super(1);
            Races.check(room.tryReserve() && !room.reserveOrQueue(waiter));
        }

        @Actor
        public void gives() {
            giveBack();
        }

        @Actor
        public void leaves(LII_Result result) {
            result.r2 = room.leave(waiter) ? 1 : 0;
        }

        @Arbiter
        public void look(LII_Result result) {
            result.r1 = Races.nameOf(waiter);
            result.r3 = room.taken();
        }
    }

    /** Where there is room for both, neither is refused. */
    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN, desc = "refused, and there was room")
    @State
    public static class TwoWhoFindRoom extends LimitedMailbox {
        public TwoWhoFindRoom() {
            super(2);
        }

        @Actor
        public void wouldWait(ZZ_Result result) {
            result.r1 = room.reserveOrQueue(waiter);
        }

        @Actor
        public void wouldNotWait(ZZ_Result result) {
            result.r2 = room.tryReserve();
        }
    }

    /** Who looked before somebody came to wait does not reserve after that. */
    @JCStressTest
    @Outcome(id = "out, 1, 1", expect = ACCEPTABLE, desc = "it was first")
    @Outcome(id = "granted, 0, 1", expect = ACCEPTABLE, desc = "the room went from hand to hand")
    @Outcome(expect = FORBIDDEN, desc = "it overtook a waiter")
    @State
    public static class NewcomerAgainstHandOver extends LimitedMailbox {
        public NewcomerAgainstHandOver() {
            super(1);
        }

        @Actor
        public void comes(LII_Result result) {
            result.r2 = room.tryReserve() ? 1 : 0;
        }

        @Actor
        public void takesAndHandsOver() {
            if (room.tryReserve()) {
                Races.check(!room.reserveOrQueue(waiter));
                giveBack();
            }
        }

        @Arbiter
        public void look(LII_Result result) {
            result.r1 = Races.nameOf(waiter);
            result.r3 = room.taken();
        }
    }
}
