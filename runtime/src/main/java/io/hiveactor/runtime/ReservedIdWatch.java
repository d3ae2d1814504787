package io.hiveactor.runtime;

/**
 * A monitor of a {@link ReservedId}: it fires at the end of each actor that sits there, until the seat is closed.
 *
 * <p><b>Threads:</b> owner only, the watcher's shard.
 */
final class ReservedIdWatch extends Watch {
    private final ReservedId seat;

    ReservedIdWatch(Actor watcher, ReservedId seat, long number) {
        super(watcher, number);
        this.seat = seat;
    }

    @Override
    void close() {
        isOpen = false;
        seat.unwatch(this);
    }

    /** Carries one end to the watcher. Any shard. */
    void tell(ActorExit exit, Shard from) {
        watcher.home.bring(new News(this, exit), from);
    }

    /** There will be no more ends: arrives as itself. Any shard. */
    void end(Shard from) {
        watcher.home.bring(this, from);
    }

    @Override
    void arrive(Shard shard) {
        if (isOpen) {
            isOpen = false;
            watcher.ties().monitors.remove(number);
        }
    }

    private static final class News extends Command {
        private final ReservedIdWatch watch;
        private final ActorExit exit;

        News(ReservedIdWatch watch, ActorExit exit) {
            this.watch = watch;
            this.exit = exit;
        }

        @Override
        void arrive(Shard shard) {
            if (watch.isOpen) {
                watch.watcher.ties().tell(shard.system.claim(), exit, watch.number);
            }
        }
    }
}
