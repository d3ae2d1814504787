package io.hiveactor.bench;

import static io.hiveactor.bench.HiveMatch.sent;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import java.util.function.Function;

/** Has as many children as it is told to, a batch at a time, and tells the referee when it has had them. */
final class HiveParent implements ActorBody {
    /** Few enough that children who end do not pile up; enough that the parent's own turn costs them little. */
    private static final int BATCH = 64;

    private static final Object DONE = new Object();

    private final ActorId referee;
    private final Function<ActorContext, ActorId> birth;
    private final boolean childrenStay;

    /**
     * @param birth spawns a child on the parent's shard
     * @param childrenStay whether a child is to be alive, or dead, after its first turn
     */
    HiveParent(ActorId referee, Function<ActorContext, ActorId> birth, boolean childrenStay) {
        this.referee = referee;
        this.birth = birth;
        this.childrenStay = childrenStay;
    }

    @Override
    public void run(ActorContext self) {
        while (true) {
            for (int left = self.receive().as(Integer.class); left > 0; left -= BATCH) {
                batch(self, Math.min(left, BATCH));
            }
            sent(self.notify(referee, DONE));
        }
    }

    private void batch(ActorContext self, int children) {
        ActorId last = self.self();
        for (int i = 0; i < children; i++) {
            last = birth.apply(self);
        }
        self.yield();
        // they run in the order of their birth, so the last one speaks for all
        if (self.isAlive(last) != childrenStay) {
            throw new IllegalStateException(
                    "after its turn child " + last + (childrenStay ? " should be alive" : " should be dead"));
        }
    }
}
