package io.hiveactor.bench;

import static io.hiveactor.bench.HiveMatch.sent;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.FiberMode;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.MailboxLimit;
import io.hiveactor.runtime.NotifyStatus;

/** A handler of a hive notifies another, on its shard, whose mailbox is full and drops what is new. */
final class HiveDropFull {
    static final int ROOM = 64;

    private static final Object DROP = new Object();
    private static final ActorConfig FULL = ActorConfig.named("full").withLimit(MailboxLimit.dropNewest(ROOM));

    private HiveDropFull() {}

    static Contestant on(FiberMode mode) {
        return new HiveMatch(HiveMatch.oneShard(mode), (hive, referee) -> {
            ActorId full = hive.spawn((self, message) -> {}, FULL);
            return hive.spawn((Handler) (self, start) -> send(self, full, start.as(Integer.class), referee));
        });
    }

    /** All in one turn of the shard, in which the other reads nothing. */
    private static void send(ActorContext self, ActorId full, int messages, ActorId referee) {
        for (int i = 0; i < ROOM; i++) {
            sent(self.notify(full, DROP));
        }
        for (int i = 0; i < messages; i++) {
            NotifyStatus status = self.notify(full, DROP);
            if (status != NotifyStatus.DROPPED) {
                throw new IllegalStateException("the mailbox should be full, and drop: " + status);
            }
        }
        sent(self.notify(referee, DROP));
    }
}
