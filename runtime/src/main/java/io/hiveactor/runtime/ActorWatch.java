package io.hiveactor.runtime;

import org.jspecify.annotations.Nullable;

/**
 * A monitor of one actor. It has the place for the EXIT from its beginning, and brings it to the watcher's shard itself.
 *
 * <p><b>Threads:</b> {@code isOpen} is for the watcher's shard; whether it is among its target's watchers is the target's.
 */
final class ActorWatch extends Watch {
    private final Actor target;
    private final Envelope place;
    /** It waits for the end of a zombie's code, whose EXIT was told before. */
    private final boolean isForCode;
    private @Nullable ActorExit exit;

    ActorWatch(Actor watcher, Actor target, boolean isForCode, long number, Envelope place) {
        super(watcher, number);
        this.isForCode = isForCode;
        this.target = target;
        this.place = place;
    }

    void begin() {
        target.home.bring(new Attach(this), watcher.home);
    }

    @Override
    void close() {
        isOpen = false;
        watcher.home.system.release(place.index);
        target.home.bring(new Detach(this), watcher.home);
    }

    /** Whether this is the end that it waits for. */
    boolean isFor(ActorExit end) {
        return !isForCode || !end.stillRunning();
    }

    /** Carries the target's end to the watcher. By the target's shard. */
    void tell(ActorExit news) {
        exit = news;
        watcher.home.bring(this, target.home);
    }

    /** The news is at the watcher's shard. */
    @Override
    void arrive(Shard shard) {
        if (isOpen && exit != null) {
            isOpen = false;
            watcher.ties().fired(this, place, exit);
        }
    }

    private static final class Attach extends Command {
        private final ActorWatch watch;

        Attach(ActorWatch watch) {
            this.watch = watch;
        }

        @Override
        void arrive(Shard shard) {
            Actor target = watch.target;
            if (target.isTold && (target.hasEnded || !watch.isForCode)) { // while this was on its way
                watch.tell(target.pastExit());
            } else {
                target.ties().watchers.add(watch);
            }
        }
    }

    private static final class Detach extends Command {
        private final ActorWatch watch;

        Detach(ActorWatch watch) {
            this.watch = watch;
        }

        @Override
        void arrive(Shard shard) {
            Ties ties = watch.target.ties;
            if (ties != null) {
                ties.watchers.remove(watch);
            }
        }
    }
}
