package io.hiveactor.bench;

import static io.hiveactor.bench.HiveMatch.sent;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.FiberMode;
import io.hiveactor.runtime.Handler;
import java.util.function.Function;

/** An actor of a hive has one child after the other, and each ends as soon as it runs. */
final class HiveSpawnExit {
    private static final Object END = new Object();
    private static final Handler ENDS_WHEN_TOLD = (self, message) -> self.exit(ExitReason.NORMAL);
    private static final ActorBody ENDS_AT_ONCE = self -> {};

    private HiveSpawnExit() {}

    static Contestant handler(FiberMode mode) {
        return match(mode, self -> {
            ActorId child = self.spawn(ENDS_WHEN_TOLD);
            sent(self.notify(child, END));
            return child;
        });
    }

    static Contestant straight(FiberMode mode) {
        return match(mode, self -> self.spawn(ENDS_AT_ONCE));
    }

    private static Contestant match(FiberMode mode, Function<ActorContext, ActorId> birth) {
        return new HiveMatch(HiveMatch.oneShard(mode),
                (hive, referee) -> hive.spawn(new HiveParent(referee, birth, false)));
    }
}
