package io.hiveactor.runtime;

import io.hiveactor.runtime.port.Notice;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A notice to one actor. It is itself what travels to the actor's shard.
 *
 * <p><b>Threads:</b> any thread may {@link #give}; the rest is the actor's shard's.
 */
final class ActorNotice extends Command implements Notice, Unread {
    /*
     * Whoever gives it while it is on its way, or in the mailbox, need not do anything: the actor will receive it after
     * that. So it is in the shard's inbox once at most, and in the mailbox once at most.
     */
    private final Actor actor;
    private final int tag;
    private final Object object;
    private final AtomicBoolean isOnItsWay = new AtomicBoolean();
    private boolean isInMailbox;

    ActorNotice(Actor actor, int tag, Object object) {
        this.actor = actor;
        this.tag = tag;
        this.object = object;
    }

    @Override
    public void give() {
        if (isOnItsWay.compareAndSet(false, true)) {
            actor.home.push(this);
        }
    }

    @Override
    void arrive(Shard shard) {
        isOnItsWay.set(false); // first: what is given from now on may be of something that the actor has not seen
        if (isInMailbox || actor.isGone()) {
            return;
        }
        Envelope place = shard.system.claim();
        place.fill(Envelope.NOTICE, actor.hive.nobody(), tag, object, 0);
        place.key = this;
        isInMailbox = true;
        actor.accept(place, place.index);
    }

    @Override
    public void taken() {
        isInMailbox = false;
    }
}
