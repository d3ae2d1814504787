package io.hiveactor.runtime.diagnosis;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was seen and what follows, as JSON: the components of the records under their names. */
final class Json {
    private final JsonWriter out = new JsonWriter();

    private Json() {}

    static String of(HiveSnapshot snapshot) {
        var json = new Json();
        json.snapshot(snapshot);
        return json.out.toString();
    }

    static String of(Diagnosis diagnosis) {
        var json = new Json();
        json.diagnosis(diagnosis);
        return json.out.toString();
    }

    static String of(Deadlock deadlock) {
        var json = new Json();
        json.deadlock(deadlock);
        return json.out.toString();
    }

    static String of(SlowHandler slowHandler) {
        var json = new Json();
        json.slowHandler(slowHandler);
        return json.out.toString();
    }

    private void diagnosis(Diagnosis diagnosis) {
        out.object(() -> {
            out.list("deadlocks", diagnosis.deadlocks(), this::deadlock);
            out.list("risks", diagnosis.risks(), this::actor);
            out.name("snapshot");
            snapshot(diagnosis.snapshot());
        });
    }

    private void deadlock(Deadlock deadlock) {
        out.object(() -> {
            out.field("hive", deadlock.hive());
            out.field("atNanos", deadlock.atNanos());
            out.field("kind", deadlock.kind().name());
            out.list("cycle", deadlock.cycle(), this::identity);
            out.list("members", deadlock.members(), this::actor);
            out.list("holders", deadlock.holders(), this::actor);
            out.list("keepers", deadlock.keepers(), this::keeper);
            out.field("slots", deadlock.slots());
        });
    }

    private void snapshot(HiveSnapshot snapshot) {
        out.object(() -> {
            out.field("hive", snapshot.hive());
            out.field("atNanos", snapshot.atNanos());
            out.list("shards", snapshot.shards(), this::shard);
            out.list("outsideWaiters", snapshot.outsideWaiters(), this::actor);
            out.list("outsideSources", snapshot.outsideSources(), out::text);
            out.name("pool");
            pool(snapshot.pool());
            out.field("isWhole", snapshot.isWhole());
        });
    }

    private void pool(PoolView pool) {
        out.object(() -> {
            out.field("slots", pool.slots());
            out.field("free", pool.free());
            out.field("reserved", pool.reserved());
            out.field("cachedOutside", pool.cachedOutside());
            out.field("waiting", pool.waiting());
        });
    }

    private void shard(ShardView shard) {
        out.object(() -> {
            out.field("index", shard.index());
            out.field("atNanos", shard.atNanos());
            out.list("actors", shard.actors(), this::actor);
            out.list("keepers", shard.keepers(), this::keeper);
            out.name("resources");
            resources(shard.resources());
            out.field("cachedSlots", shard.cachedSlots());
            out.field("deadlines", shard.deadlines());
            out.field("fibers", shard.fibers());
            out.field("turns", shard.turns());
            out.field("parks", shard.parks());
            out.field("dispatches", shard.dispatches());
            out.field("messages", shard.messages());
            heldBy(shard.heldBy());
            out.field("isMissing", shard.isMissing());
        });
    }

    private void resources(Resources resources) {
        out.object(() -> {
            out.list("fullest", resources.fullest(), this::resource);
            out.field("others", resources.others());
        });
    }

    private void resource(ResourceView view) {
        out.object(() -> {
            out.name("resource");
            JsonWait.resource(out, view.resource());
            out.field("shard", view.shard());
            out.field("depth", view.depth());
            out.field("capacity", view.capacity());
            out.field("bytes", view.bytes());
            out.field("byteCapacity", view.byteCapacity());
            out.field("readers", view.readers());
            out.field("writers", view.writers());
            out.field("waitingReaders", view.waitingReaders());
            out.field("waitingWriters", view.waitingWriters());
            out.field("drops", view.drops());
            out.field("saturation", view.saturation());
        });
    }

    private void keeper(SlotHolder keeper) {
        out.object(() -> {
            out.field("name", keeper.name());
            out.field("slots", keeper.slots());
            out.field("freesByItself", keeper.freesByItself());
        });
    }

    private void heldBy(@Nullable SlowHandler slowHandler) {
        if (slowHandler == null) {
            out.empty("heldBy");
        } else {
            out.name("heldBy");
            slowHandler(slowHandler);
        }
    }

    private void slowHandler(SlowHandler slowHandler) {
        out.object(() -> {
            out.name("identity");
            identity(slowHandler.identity());
            out.field("shard", slowHandler.shard());
            out.field("nanos", slowHandler.nanos());
            out.field("cause", slowHandler.cause().name());
            out.field("remedy", slowHandler.cause().remedy());
            stack(slowHandler.stack());
        });
    }

    private void actor(ActorView actor) {
        out.object(() -> {
            out.name("identity");
            identity(actor.identity());
            out.field("shard", actor.shard());
            out.field("priority", actor.priority());
            out.field("activity", actor.activity().name());
            out.name("waitsFor");
            new JsonWait(out).write(actor.waitsFor());
            out.field("waitNumber", actor.waitNumber());
            out.field("sinceNanos", actor.sinceNanos());
            out.field("deadlineNanos", actor.deadlineNanos());
            out.field("depth", actor.depth());
            out.field("oldestNanos", actor.oldestNanos());
            out.field("slots", actor.slots());
            out.field("reserved", actor.reserved());
            out.field("timers", actor.timers());
            out.field("hearsTicks", actor.hearsTicks());
            out.field("isZombie", actor.isZombie());
            stack(actor.stack());
        });
    }

    private void identity(Identity identity) {
        JsonWait.identity(out, identity);
    }

    private void stack(List<StackTraceElement> stack) {
        out.list("stack", stack, frame -> out.text(Frames.text(frame)));
    }
}
