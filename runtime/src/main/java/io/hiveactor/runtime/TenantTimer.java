package io.hiveactor.runtime;

import io.hiveactor.runtime.port.ShardTimer;
import io.hiveactor.runtime.time.Clock;
import java.lang.System.Logger.Level;

/** A time at which a sister module wants something done. */
final class TenantTimer extends ShardDeadline implements ShardTimer {
    private final Shard shard;
    private final Runnable work;

    TenantTimer(Shard shard, Runnable work) {
        this.shard = shard;
        this.work = work;
    }

    @Override
    public void set(long atNanos) {
        if (atNanos != wantedNanos) {
            wantedNanos = atNanos;
            shard.timers.schedule(this);
        }
    }

    @Override
    void due(long nowNanos) {
        if (wantedNanos > nowNanos) {
            shard.timers.schedule(this);
            return;
        }
        wantedNanos = Clock.NEVER;
        try {
            work.run();
        } catch (Throwable e) { // a bug of ours; the shard goes on
            shard.hive.errand(shard, context -> Hive.log(Level.ERROR, "a timer of shard " + shard.index + " failed", e));
        }
    }
}
