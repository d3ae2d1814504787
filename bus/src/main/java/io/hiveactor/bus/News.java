package io.hiveactor.bus;

import io.hiveactor.runtime.port.Notice;

/**
 * Tells a handler that there are entries for it: by one message, until it has read them all.
 *
 * <p><b>Threads:</b> owner only, the shard of the bus.
 */
final class News implements Awaiting {
    private final BusCore core;
    private final Cursor cursor;
    private final Notice notice;

    News(BusCore core, Cursor cursor, Notice notice) {
        this.core = core;
        this.cursor = cursor;
        this.notice = notice;
    }

    @Override
    public void available() {
        boolean isWanted = cursor.isSubscribed || core.ring.isClosed();
        if (isWanted && !core.hive.isClosed()) {
            notice.give();
        }
    }
}
