package io.hiveactor.runtime;

import io.hiveactor.runtime.fiber.Fiber;
import io.hiveactor.runtime.port.ShardTask;
import io.hiveactor.runtime.queue.Inbox;
import io.hiveactor.runtime.queue.Node;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * What comes to a shard through its inbox: messages, answers, wake-ups of fibers and of sends, commands, tasks of the sister
 * modules.
 *
 * <p><b>Threads:</b> owner only, the shard's loop; {@link #giveUp}: any thread.
 */
final class Arrivals {
    private final Shard shard;
    private final Inbox inbox;

    /** What came with something that failed. */
    private @Nullable Node left;

    Arrivals(Shard shard, Inbox inbox) {
        this.shard = shard;
        this.inbox = inbox;
    }

    void takeIn() {
        Node node = left == null ? inbox.takeAll() : left;
        left = null;
        Node behind = null;
        try {
            while (node != null) {
                behind = node.unlink();
                arrive(node);
                node = behind;
            }
        } catch (Throwable e) { // the loop survives it
            left = behind;
            throw e;
        }
    }

    private void arrive(Node node) {
        if (node instanceof Envelope message) {
            arrive(message);
        } else if (node instanceof Fiber fiber) {
            wake(fiber);
        } else if (node instanceof SendWaiter waiter) {
            waiter.arrived();
        } else if (node instanceof Command command) {
            command.arrive(shard);
        } else if (node instanceof ShardTask task) {
            run(task);
        }
    }

    private void arrive(Envelope message) {
        if (message.kind == Envelope.PARCEL) {
            Parcels.arrived(message);
            return;
        }
        AnswerRoom answer = message.kind == Envelope.REPLY ? message.room : null;
        if (answer != null) {
            if (answer.isAbandoned()) {
                Requests.dropped(answer, shard);
            } else {
                Requests.arrive(answer);
            }
        } else if (message.target instanceof Actor actor && !actor.isGone()) {
            actor.arrive(message);
            Forwarding.arrived(message, shard);
        } else {
            shard.mortality.undelivered(Undelivered.Reason.NO_RECEIVER, message, message.target);
        }
    }

    private void wake(Fiber fiber) {
        Actor actor = fiber.takeWake() ? waitingOn(fiber) : null;
        if (actor != null) {
            if (shard.recordsWaits && actor.state == ActorState.PARKED) {
                FlightRecords.wakes(actor, ActorState.PARKED, actor.sinceNanos);
            }
            shard.runQueue.add(actor);
        }
    }

    private @Nullable Actor waitingOn(Fiber fiber) {
        if (shard.isCarried || fiber.load() != null) {
            return fiber.load() instanceof Actor actor && actor.state == ActorState.PARKED ? actor : null;
        }
        ActorTable actors = shard.actors;
        for (int i = 0; i < actors.bound(); i++) { // a wait of ours whose stack was too deep: rare
            Actor actor = actors.at[i];
            if (actor != null && actor.fiber == fiber && actor.state != ActorState.READY) {
                return actor;
            }
        }
        return null;
    }

    private void run(ShardTask task) {
        try {
            task.run();
        } catch (Throwable e) { // a bug of ours; the shard goes on
            shard.hive.errand(
                    shard, context -> Hive.log(Level.ERROR, "a task of shard " + shard.index + " failed", e));
        }
    }

    /** What came after the last look: the shard has ended. */
    void refuse() {
        Node node = inbox.takeAll();
        while (node != null) {
            Node behind = node.unlink();
            if (isParcel(node)) {
                Parcels.giveBack((Envelope) node, shard); // whose it is may be closed by another thread now
            } else if (node instanceof Envelope message) {
                arrive(message);
            } else if (node instanceof SpawnCommand spawn) {
                spawn.refuse();
            } else if (node instanceof ShardTask task) {
                task.refused();
            }
            node = behind;
        }
    }

    /** What was sent by threads outside, or brought, after that. Any thread, with room on the stack. */
    void giveUp() {
        Node node = inbox.takeAll();
        while (node != null) {
            Node behind = node.unlink();
            if (node instanceof Envelope message && message.kind == Envelope.NOTIFY && message.target != null) {
                shard.hive.outside.undelivered(message, message.target.id);
            } else if (isParcel(node)) {
                Parcels.giveBack((Envelope) node, shard);
            } else if (node instanceof Fiber fiber) {
                fiber.releaseWake();
            }
            node = behind;
        }
    }

    /** Lets the fibers go that the abandoned shard will not wake any more, and the slots of what was brought. */
    void releaseFibers() {
        Node node = inbox.takeAll();
        while (node != null) {
            Node behind = node.unlink();
            if (node instanceof Fiber fiber) {
                fiber.releaseWake();
            } else if (isParcel(node)) {
                Parcels.giveBack((Envelope) node, shard);
            }
            node = behind;
        }
    }

    private static boolean isParcel(Node node) {
        return node instanceof Envelope message && message.kind == Envelope.PARCEL;
    }
}
