package io.hiveactor.bus;

import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.port.ActorCaller;
import io.hiveactor.runtime.port.ActorPort;
import io.hiveactor.runtime.port.ShardCall;
import io.hiveactor.runtime.port.ShardTask;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An actor's part in a bus: its way there, and its subscription.
 *
 * <p><b>Threads:</b> owner only, the actor's own code.
 */
final class Member {
    final BusCore core;
    final ActorPort port;
    final ActorId actor;
    final ActorCaller caller;
    /** Whether the actor lives on the shard of the bus. */
    final boolean isHere;
    private final Members all;
    /** Of the same actor, in another bus. */
    @Nullable Member next;

    @Nullable Cursor cursor;
    private @Nullable Publishing publisher;

    Member(BusCore core, ActorPort port, ActorId actor, Members all) {
        this.core = core;
        this.port = port;
        this.actor = actor;
        this.all = all;
        caller = new ActorCaller(port, core.shard);
        isHere = caller.isHere();
    }

    <R> R ask(Function<Ring, R> question) {
        port.enter();
        if (isHere) {
            R answer = question.apply(core.ring);
            core.watchAge();
            return answer;
        }
        var asked = new Question<R>(core, question);
        caller.perform(asked, 0);
        return asked.answer();
    }

    @SuppressWarnings("unchecked") // each bus asks for publishers of its own type
    <T> BusPublisher<T> publisher() {
        Publishing mine = publisher;
        return (BusPublisher<T>) (mine == null ? publishesWith(new BusPublisher<T>(core, this)) : mine);
    }

    BytePublisher bytePublisher() {
        Publishing mine = publisher;
        return (BytePublisher) (mine == null ? publishesWith(new BytePublisher(core, this)) : mine);
    }

    private Publishing publishesWith(Publishing made) {
        publisher = made;
        core.publishes(actor);
        return made;
    }

    /** Goes, unless the actor subscribes or publishes. */
    void leaveIfUnused() {
        if (cursor == null && publisher == null) {
            all.remove(this);
        }
    }

    /** The actor ends. By its shard. */
    void end() {
        core.ended(actor);
        core.unsubscribed(actor);
        var departure = new Departure(core, cursor, publisher == null ? null : publisher.call());
        cursor = null;
        if (isHere) {
            departure.run();
        } else {
            core.port.execute(core.shard, departure);
        }
    }

    /** Has the ring forget an actor, which may have been killed in the middle of a call. */
    private static final class Departure extends ShardTask {
        private final BusCore core;
        private final @Nullable Cursor cursor;
        private final @Nullable PublishCall publish;

        Departure(BusCore core, @Nullable Cursor cursor, @Nullable PublishCall publish) {
            this.core = core;
            this.cursor = cursor;
            this.publish = publish;
        }

        @Override
        public void run() {
            if (publish != null) {
                publish.giveUp(ShardCall.Ending.FORSAKEN);
            }
            if (cursor != null) {
                core.ring.stopWaiting(cursor); // there is nobody to be told
                core.ring.unsubscribe(cursor);
            }
            core.watchAge();
        }
    }
}
