package io.hiveactor.runtime;

import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The waits without end that were begun in this turn of a shard: does one of them close a cycle?
 *
 * <p><b>Threads:</b> owner only, the shard.
 */
final class BegunWaits {
    /*
     * A wait is followed as it begins. What that leads to is looked at in the turn that comes next: then its actor has been
     * set aside, and others can see that it waits.
     */
    private static final int MOST = 1024;

    private final Shard shard;
    private final Suspicion suspicion;
    private final boolean areFollowed;

    /** Somebody whose wait seems to have closed a cycle of waits that never end. */
    private @Nullable Actor suspect;

    /** Those with trails that do not end on this shard. */
    private final @Nullable Actor[] unsure;

    private int unsureCount;

    BegunWaits(Shard shard, HiveConfig config) {
        this.shard = shard;
        suspicion = new Suspicion(shard);
        areFollowed = config.watch().isOn();
        unsure = new Actor[areFollowed ? Math.min(config.dispatchesPerTurn(), MOST) : 0];
    }

    /** Whether anybody wants to know. */
    boolean areFollowed() {
        return areFollowed;
    }

    /** An actor is about to begin one. It is not set aside yet. */
    void follow(Actor actor, int state) {
        Suspicion.Trail trail = suspicion.follow(actor, state); // no switch: its table is a class that would be loaded here
        if (trail == Suspicion.Trail.CLOSED) {
            suspect = actor;
            shard.messagesLeft = 0; // as soon as it waits
        } else if (trail != Suspicion.Trail.COLD) {
            followLater(actor);
        }
    }

    private void followLater(Actor actor) {
        if (unsureCount == unsure.length) {
            shard.hive.examineSoon();
        } else {
            unsure[unsureCount] = actor;
            unsureCount++;
        }
    }

    /** By the loop, in each turn, when nothing is owed to anybody any more. */
    void examine() {
        if (unsureCount > 0) {
            followAgain();
        }
        Actor suspected = suspect;
        if (suspected != null) {
            suspect = null;
            suspicion.examine(suspected);
        }
    }

    /** Now that everybody can see that they wait. */
    private void followAgain() {
        VarHandle.fullFence();
        for (int i = 0; i < unsureCount; i++) {
            Actor actor = Objects.requireNonNull(unsure[i]);
            unsure[i] = null;
            Suspicion.Trail trail = suspicion.follow(actor, actor.state);
            if (trail == Suspicion.Trail.ELSEWHERE) {
                shard.hive.examineSoon();
            } else if (trail == Suspicion.Trail.POOL) {
                shard.hive.examineSometime();
            }
        }
        unsureCount = 0;
    }
}
