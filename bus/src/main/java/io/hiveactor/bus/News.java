package io.hiveactor.bus;

import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.port.ShardTimer;

/**
 * Tells a handler that there are entries for it: by one message, until it has read them all. If there is no slot for that
 * message it tries again soon.
 *
 * <p><b>Threads:</b> owner only, the shard of the bus.
 */
final class News implements Awaiting {
    private static final long RETRY_NANOS = 1_000_000;

    private final BusCore core;
    private final ActorId handler;
    private final int tag;
    private final Subscription<?> subscription;
    private final ShardTimer retry;

    News(BusCore core, ActorId handler, int tag, Subscription<?> subscription) {
        this.core = core;
        this.handler = handler;
        this.tag = tag;
        this.subscription = subscription;
        retry = core.port.timer(core.shard, this::available);
    }

    @Override
    public void available() {
        boolean isWanted = subscription.cursor().isSubscribed || core.ring.isClosed();
        if (isWanted && !core.hive.isClosed()) {
            core.port.errand(core.shard, this::tell); // a mailbox with a limit may run what is a user's
        }
    }

    private void tell() {
        NotifyStatus status = core.hive.notify(handler, tag, subscription);
        if (status == NotifyStatus.NO_MEMORY || status == NotifyStatus.DROPPED) {
            retry.set(core.port.deadlineIn(RETRY_NANOS));
        }
    }
}
