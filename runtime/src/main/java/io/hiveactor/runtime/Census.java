package io.hiveactor.runtime;

import io.hiveactor.runtime.queue.Node;
import io.hiveactor.runtime.waiting.Waiter;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds every slot of a hive that stands still, and makes sure that each is in one place.
 *
 * <p><b>Threads:</b> the one that runs the simulation, between two steps.
 */
final class Census {
    private final Hive hive;
    private final MessagePool pool;
    private final Map<Integer, String> places = new HashMap<>();
    private int free;
    private int cached;
    private int queued;
    private int held;
    private int granted;
    private int answers;
    /** Places beyond the pool that were found, by shard. */
    private final int[] system;

    private Census(Hive hive, MessagePool pool) {
        this.hive = hive;
        this.pool = pool;
        system = new int[hive.shards().length];
    }

    /** @throws IllegalStateException if a slot is in two places, or in none */
    static PoolCensus of(Hive hive, MessagePool pool) {
        var census = new Census(hive, pool);
        census.count();
        return census.result();
    }

    private void count() {
        for (int i = 0; i < pool.all.length; i++) {
            if (pool.isFree(i)) {
                found(i, "free");
                free++;
            } else if (pool.all[i].next == Envelope.KEPT) {
                found(i, "kept by a bus");
                held++;
            }
        }
        for (Shard shard : hive.shards()) {
            SlotCache cache = shard.cache();
            for (int i = 0; i < cache.size; i++) {
                found(cache.slots[i], "cached on shard " + shard.index);
                cached++;
            }
            shard.inbox().forEach(this::onItsWay);
            for (int i = 0; i < shard.actors.bound(); i++) {
                Actor actor = shard.actors.at[i];
                if (actor != null) {
                    ofActor(actor);
                }
            }
        }
        hive.outside.waiting().forEach(waiting -> ofWaiter(waiting.waiter()));
    }

    private void onItsWay(Node node) {
        if (node instanceof Envelope message) {
            AnswerRoom answer = message.kind == Envelope.REPLY ? message.room : null;
            if (answer == null || !answer.isOpen) { // an open request's answer is counted with the request
                found(message.index, "on its way to " + message.target);
                queued++;
            }
        } else if (node instanceof SpawnCommand spawn) {
            ofActor(spawn.actor());
        } else if (node instanceof KillCommand kill && kill.target().isStillborn && !kill.target().isTold) {
            ofActor(kill.target()); // it will never be in the table
        }
    }

    private void ofActor(Actor actor) {
        int depth = 0;
        int last = Envelope.NONE;
        for (int index = actor.first; index != Envelope.NONE; index = actor.home.slots[index].next) {
            if (actor.home.system.isOne(index)) {
                system[actor.home.index]++;
            } else {
                found(index, "in the mailbox of " + actor);
                queued++;
            }
            depth++;
            last = index;
        }
        if (depth != actor.depth || (depth > 0 && last != actor.last)) {
            throw new IllegalStateException("the mailbox of " + actor + " has " + depth + " messages, the last in slot "
                    + last + ", and says " + actor.depth + " and " + actor.last);
        }
        holds(actor.held, actor);
        if (actor.ties != null) {
            system[actor.home.index] += actor.ties.places();
        }
        Requests requests = actor.requestsIfAny();
        if (requests != null) {
            holds(requests.held(), actor);
            for (AnswerRoom room = requests.firstOpen(); room != null; room = room.nextOpen) {
                found(room.slot.index, "room for an answer to " + actor);
                answers++;
            }
        }
        if (actor.sendWaiter != null && actor.sendWaiter.awaitsSlots) {
            ofWaiter(actor.sendWaiter);
        }
    }

    private void holds(int index, Actor actor) {
        if (index != Envelope.NONE) {
            found(index, "held by " + actor);
            held++;
        }
    }

    private void ofWaiter(SendWaiter waiter) {
        if (waiter.state() == Waiter.GRANTED && waiter.awaitsSlots) {
            found(waiter.slot, "granted");
            granted++;
            if (waiter.wants > 1) {
                found(waiter.answer, "granted for an answer");
                granted++;
            }
        }
    }

    private void found(int index, String where) {
        String before = places.put(index, where);
        if (before != null) {
            throw new IllegalStateException("slot " + index + " is " + before + " and " + where);
        }
    }

    private PoolCensus result() {
        for (Shard shard : hive.shards()) {
            if (shard.system.inUse() != system[shard.index]) {
                throw new IllegalStateException("shard " + shard.index + " has " + shard.system.inUse()
                        + " places for system messages in use, and " + system[shard.index] + " were found");
            }
        }
        if (places.size() != pool.all.length) {
            var lost = new StringBuilder();
            for (Envelope slot : pool.all) {
                if (!places.containsKey(slot.index)) {
                    lost.append(' ').append(slot.index).append(" (").append(slot).append(')');
                }
            }
            throw new IllegalStateException("slots are lost:" + lost);
        }
        @Nullable SendWaiter first = pool.firstWaiter();
        return new PoolCensus(pool.all.length, free, cached, queued, held, granted, answers, pool.waiting(),
                first == null ? 0 : first.wants, free - hive.config().reservedMessages());
    }
}
