package io.hiveactor.cli;

import io.hiveactor.runtime.console.Console;
import io.hiveactor.runtime.diagnosis.Activity;
import io.hiveactor.runtime.diagnosis.ActorView;
import io.hiveactor.runtime.diagnosis.Diagnosis;
import io.hiveactor.runtime.diagnosis.HiveSnapshot;
import io.hiveactor.runtime.diagnosis.Identity;
import io.hiveactor.runtime.diagnosis.PoolView;
import io.hiveactor.runtime.diagnosis.Resources;
import io.hiveactor.runtime.diagnosis.ShardView;
import io.hiveactor.runtime.diagnosis.Wait;
import java.util.List;
import java.util.function.Supplier;

/** A snapshot of a hive with two actors that never changes, and a console that shows it. */
final class TestHive {
    private static final long NOW = 3_600_000_000_000L;

    private TestHive() {}

    static HiveSnapshot snapshot() {
        List<ActorView> actors = List.of(actor("calm", 3, 0), actor("busy", 4, 7));
        var shard = new ShardView(0, NOW, actors, List.of(), Resources.NONE, 4, 3, 1, 120, 5, 98, 99, null, false);
        return new HiveSnapshot("orders", NOW, List.of(shard), List.of(), List.of(), new PoolView(64, 50, 2, 2, 1), true);
    }

    private static ActorView actor(String name, long number, int depth) {
        return new ActorView(new Identity(name, number), 0, "NORMAL", Activity.READY, new Wait.Nothing(), 1, NOW,
                ActorView.NEVER, depth, depth == 0 ? ActorView.NEVER : NOW, 0, 0, 0, false, false, List.of());
    }

    static Console open(Supplier<HiveSnapshot> snapshots) {
        return Console.open(0, "orders", snapshots, () -> Diagnosis.of(snapshots.get()));
    }
}
