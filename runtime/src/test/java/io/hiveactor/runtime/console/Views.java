package io.hiveactor.runtime.console;

import io.hiveactor.runtime.diagnosis.Activity;
import io.hiveactor.runtime.diagnosis.ActorView;
import io.hiveactor.runtime.diagnosis.Diagnosis;
import io.hiveactor.runtime.diagnosis.HiveSnapshot;
import io.hiveactor.runtime.diagnosis.Identity;
import io.hiveactor.runtime.diagnosis.PoolView;
import io.hiveactor.runtime.diagnosis.Resources;
import io.hiveactor.runtime.diagnosis.ShardView;
import io.hiveactor.runtime.diagnosis.SlowHandler;
import io.hiveactor.runtime.diagnosis.Wait;
import java.util.List;

/** Hives to look at, made up. They were looked at at the time of one hour. */
final class Views {
    static final long SECOND = 1_000_000_000L;
    static final long NOW = 3600 * SECOND;

    private Views() {}

    /** Somebody who can run, with nothing to read. */
    static ActorView ready(String name, long number) {
        return actor(name, number, 0, Activity.READY, new Wait.Nothing(), 0, 0);
    }

    static ActorView asking(String name, long number, Identity other) {
        return actor(name, number, 0, Activity.REQUESTING, new Wait.Answer(other), 2, 1);
    }

    static ActorView actor(
            String name, long number, int shard, Activity activity, Wait waitsFor, long waitedSeconds, int depth) {
        long oldest = depth == 0 ? ActorView.NEVER : NOW - (100 - depth) * SECOND; // the fuller, the younger
        return new ActorView(new Identity(name, number), shard, "NORMAL", activity, waitsFor, 1,
                NOW - waitedSeconds * SECOND, ActorView.NEVER, depth, oldest, (int) number % 10, 0, 0, false, false,
                List.of());
    }

    static ActorView withDeadline(ActorView actor, long seconds) {
        return new ActorView(actor.identity(), actor.shard(), actor.priority(), actor.activity(), actor.waitsFor(), 1,
                actor.sinceNanos(), NOW + seconds * SECOND, actor.depth(), actor.oldestNanos(), actor.slots(), 0, 0,
                false, false, List.of());
    }

    static ShardView shard(int index, ActorView... actors) {
        return new ShardView(index, NOW, List.of(actors), List.of(), Resources.NONE, 4, 3, 1, 120, 5, 98, 99, null, false);
    }

    static ShardView with(Resources resources) {
        return new ShardView(0, NOW, List.of(), List.of(), resources, 4, 3, 1, 120, 5, 98, 99, null, false);
    }

    static ShardView held(int index, String holder) {
        var heldBy = new SlowHandler(new Identity(holder, 7), index, 1_250_000_000L, SlowHandler.Cause.RUNS, List.of());
        return new ShardView(index, NOW, List.of(), List.of(), Resources.NONE, 0, 0, 0, 0, 0, 0, 0, heldBy, true);
    }

    static HiveSnapshot hive(ShardView... shards) {
        var pool = new PoolView(64, 50, 2, 2, 1);
        return new HiveSnapshot("orders", NOW, List.of(shards), List.of(), List.of(), pool, true);
    }

    /** One actor that can run: nobody is stuck. */
    static HiveSnapshot calm() {
        return hive(shard(0, ready("calm", 3)));
    }

    /** Two actors that ask each other. */
    static HiveSnapshot stuck() {
        return hive(shard(0, asking("a", 1, new Identity("b", 2)), asking("b", 2, new Identity("a", 1))));
    }

    static String screen(HiveSnapshot hive, Sort sort, int rows, int columns) {
        return new Screen(Diagnosis.of(hive), sort).text(rows, columns);
    }
}
