package io.hiveactor.runtime;

import io.hiveactor.runtime.port.PoolCensus;
import io.hiveactor.runtime.queue.Node;
import io.hiveactor.runtime.waiting.Waiter;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds every slot of a hive that stands still, and makes sure that each is in one place; and that nobody waits for room
 * in a mailbox that has some, or was overtaken.
 *
 * <p><b>Threads:</b> the one that runs the simulation, between two steps.
 */
final class Census {
    private final Hive hive;
    private final MessagePool pool;
    private final Turns turns;
    private final RoomCensus rooms = new RoomCensus();
    private final Map<Integer, String> places = new HashMap<>();
    private int free;
    private int cached;
    private int queued;
    private int held;
    /** By sister modules, who know which. */
    private int kept;
    private int granted;
    private int answers;
    /** Places beyond the pool that were found, by shard. */
    private final int[] system;

    private Census(Hive hive, MessagePool pool, Turns turns) {
        this.hive = hive;
        this.pool = pool;
        this.turns = turns;
        system = new int[hive.shards().length];
    }

    /**
     * @param turns of the last census of this hive
     * @throws IllegalStateException if a slot is in two places, or in none, or a waiter has not what is his
     */
    static PoolCensus of(Hive hive, MessagePool pool, Turns turns) {
        var census = new Census(hive, pool, turns);
        census.count();
        turns.check(hive.config().fairness());
        census.checkRooms();
        return census.result();
    }

    private void count() {
        for (int i = 0; i < pool.all.length; i++) {
            if (pool.isFree(i)) {
                found(i, "free");
                free++;
            }
        }
        pool.outside.forEach(cache -> inCache(cache, "cached outside"));
        for (Shard shard : hive.shards()) {
            kept += shard.kept.stream().mapToInt(KeptSlots::count).sum();
            shard.keepersInLine.stream().map(KeptSlots::waiter).filter(Objects::nonNull).forEach(this::ofWaiter);
            inCache(shard.cache(), "cached on shard " + shard.index);
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

    private void inCache(SlotCache cache, String where) {
        for (int i = 0; i < cache.size; i++) {
            found(cache.slots[i], where);
            cached++;
        }
    }

    private void onItsWay(Node node) {
        if (node instanceof Envelope message && message.kind == Envelope.PARCEL) {
            found(message.index, "on its way to " + message.key);
            queued++;
        } else if (node instanceof Envelope message) {
            rooms.onItsWay(message);
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
            rooms.queued(actor.home.slots[index], actor);
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
        if (actor.sendWaiter != null) {
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
        boolean isGranted = waiter.state() == Waiter.GRANTED;
        Object awaited = awaitedBy(waiter);
        if (isGranted || waiter.isQueued()) {
            turns.see(waiter, awaited);
        }
        if (waiter.reservedRoom != null) {
            rooms.isReserved(waiter.reservedRoom);
        }
        if (awaited instanceof MailboxRoom room) {
            if (isGranted) {
                rooms.isReserved(room);
            } else if (waiter.isQueued()) {
                rooms.isAwaited(room);
            }
        }
        if (isGranted && waiter.awaitsSlots) {
            found(waiter.slot, "granted");
            granted++;
            if (waiter.wants > 1) {
                found(waiter.answer, "granted for an answer");
                granted++;
            }
        }
    }

    /** What a waiter stands in line for: slots, room in the target's mailbox, or somebody in a seat. */
    private Object awaitedBy(SendWaiter waiter) {
        if (waiter.awaitsSlots) {
            return pool;
        } else if (waiter.awaitedId != null) {
            return waiter.awaitedId;
        }
        MailboxRoom room = waiter.target == null ? null : waiter.target.room;
        return room == null ? pool : room;
    }

    private void checkRooms() {
        for (Shard shard : hive.shards()) {
            for (int i = 0; i < shard.actors.bound(); i++) {
                Actor actor = shard.actors.at[i];
                if (actor != null) {
                    rooms.check(actor);
                }
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
        if (places.size() + kept != pool.all.length) {
            var lost = new StringBuilder();
            for (Envelope slot : pool.all) {
                if (!places.containsKey(slot.index)) {
                    lost.append(' ').append(slot.index).append(" (").append(slot).append(')');
                }
            }
            throw new IllegalStateException("slots are lost, of which " + kept + " are kept by buses or channels:" + lost);
        }
        @Nullable SendWaiter first = pool.firstWaiter();
        return new PoolCensus(pool.all.length, free, cached, queued, held + kept, granted, answers, pool.waiting(),
                first == null ? 0 : first.wants, free - hive.config().reservedMessages());
    }
}
