package io.hiveactor.runtime;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.hiveactor.runtime.queue.Inbox;
import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** An answer on its way to who stops waiting for it. */
public final class AnswerRaces {
    private AnswerRaces() {}

    /** Exactly one of the two hands the slot on. */
    @JCStressTest
    @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "answered")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "abandoned")
    @Outcome(expect = FORBIDDEN, desc = "the slot goes back twice, or never")
    @State
    public static class AnswerAgainstAbandon {
        private final AnswerRoom room = new AnswerRoom(new Envelope(MemorySegment.NULL, 0, 1));

        @Actor
        public void answers(ZZ_Result result) {
            result.r1 = room.tryAnswer();
        }

        @Actor
        public void abandons(ZZ_Result result) {
            result.r2 = room.tryAbandon();
        }
    }

    /** Who is handed an answer sees how the request ended. */
    @JCStressTest
    @Outcome(id = "true, -1", expect = ACCEPTABLE, desc = "abandoned; nothing comes")
    @Outcome(id = "false, -1", expect = ACCEPTABLE, desc = "answered; it is still on its way")
    @Outcome(id = "false, 1", expect = ACCEPTABLE, desc = "answered, and read")
    @Outcome(expect = FORBIDDEN)
    @State
    public static class OutcomeOfAnAnswer {
        private final Inbox inbox = new Inbox();
        private final Envelope slot = new Envelope(MemorySegment.NULL, 0, 1);
        private final AnswerRoom room = new AnswerRoom(slot);

        @Actor
        public void answers() {
            room.outcome = AnswerRoom.TARGET_ENDED;
            if (room.tryAnswer()) {
                inbox.push(slot);
            }
        }

        @Actor
        public void abandonsAndLooks(ZI_Result result) {
            result.r1 = room.tryAbandon();
            result.r2 = inbox.takeAll() == slot ? room.outcome : -1;
        }
    }
}
