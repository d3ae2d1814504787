package io.hiveactor.testkit;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorExit;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.port.Simulations;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Actors that are killed when the one that spawned them ends; on its shard, and on another one. */
@ParameterizedClass
@ValueSource(ints = {1, 2})
class EndingWithParentTest {
    private static final Handler IDLE = (self, message) -> {};

    private final TestRuntime runtime;
    private final ActorConfig child;
    private final Puppet parent;
    private final List<ActorId> children = new ArrayList<>();

    EndingWithParentTest(int shards) {
        runtime = new TestRuntime(
                TestRuntime.config().shards(shards).messages(64).maxActors(10).build(), TestRuntime.freshSeed());
        runtime.simulation().afterEachStep(() -> Simulations.census(runtime.simulation()));
        child = ActorConfig.named("child").onShard(shards - 1).endingWithParent();
        parent = new Puppet(runtime, ActorConfig.named("parent").onShard(0));
    }

    @AfterEach
    void nothingIsLeft() {
        Leftovers.assertNone(runtime);
    }

    private void spawnThree() {
        for (int i = 0; i < 3; i++) {
            children.add(parent.does(self -> self.spawn(IDLE, child)));
        }
    }

    private void assertKilledInReverse() {
        List<ActorExit> ends = runtime.exits().stream().filter(exit -> exit.actor() != parent.id).toList();
        assertEquals(children.reversed(), ends.stream().map(ActorExit::actor).toList());
        assertTrue(ends.stream().allMatch(exit -> exit.reason().equals(ExitReason.KILLED)), ends.toString());
        assertEquals(0, runtime.hive().stats().actors());
    }

    @Test
    void theyAreKilledInReverseWhenItExits() {
        spawnThree();
        parent.ends(self -> {
            self.exit(ExitReason.of(1));
            return 0;
        });
        assertKilledInReverse();
    }

    @Test
    void theyAreKilledInReverseWhenItCrashes() {
        spawnThree();
        parent.ends(self -> {
            throw new IllegalStateException("boom");
        });
        assertKilledInReverse();
    }

    @Test
    void theyAreKilledInReverseWhenItIsKilled() {
        spawnThree();
        assertTrue(runtime.hive().kill(parent.id));
        runtime.runUntilBlocked();
        assertKilledInReverse();
    }

    @Test
    void theyAreKilledInReverseWhenItReturns() {
        runtime.hive().kill(parent.id);
        runtime.hive().spawn((ActorBody) self -> {
            for (int i = 0; i < 3; i++) {
                children.add(self.spawn(IDLE, child));
            }
            self.sleep(ofMillis(1)); // what has not arrived on its shard ends there in the order of its arrival
        }, ActorConfig.named("parent").onShard(0));
        runtime.advance(ofMillis(1));
        List<ActorId> ends = runtime.exits().stream().map(ActorExit::actor).filter(children::contains).toList();
        assertEquals(children.reversed(), ends);
        assertEquals(0, runtime.hive().stats().actors());
    }

    @Test
    void theyAreKilledWithItAlthoughItsOwnCodeGoesOn() {
        var mayEnd = new boolean[1];
        var threads = new ArrayList<Thread>();
        runtime.hive().kill(parent.id);
        ActorId zombie = runtime.hive().spawn((ActorBody) self -> {
            children.add(self.spawn(IDLE, child));
            threads.add(Thread.currentThread());
            while (!mayEnd[0]) {
                LockSupport.park();
                Thread.interrupted();
            }
        }, ActorConfig.named("zombie").onShard(0));
        runtime.runUntilBlocked();
        assertTrue(runtime.hive().kill(zombie));
        runtime.runUntilBlocked();
        assertFalse(runtime.hive().isAlive(children.getFirst()));
        runtime.advance(ofMillis(1000));
        assertTrue(runtime.exitOf(zombie).stillRunning());
        mayEnd[0] = true;
        LockSupport.unpark(threads.getFirst());
        runtime.runUntilBlocked();
    }

    @Test
    void theirChildrenEndWithThem() {
        var grandchildren = new ArrayList<ActorId>();
        parent.does(self -> self.spawn((ActorBody) inner -> {
            grandchildren.add(inner.spawn(IDLE, child));
            inner.receive();
        }, child));
        assertTrue(runtime.hive().isAlive(grandchildren.getFirst()));
        assertTrue(runtime.hive().kill(parent.id));
        runtime.runUntilBlocked();
        assertFalse(runtime.hive().isAlive(grandchildren.getFirst()));
        assertEquals(0, runtime.hive().stats().actors());
    }

    /** Each of three, one below the other, stays in code that is not ours. */
    @Test
    void aTreeOfZombiesIsGivenUpWithinOneGraceAndToldFromTheLeaves() {
        runtime.hive().kill(parent.id);
        var mayEnd = new boolean[1];
        var threads = new ArrayList<Thread>();
        var tree = new ArrayList<ActorId>();
        runtime.hive().spawn(zombie(3, threads, tree, mayEnd), ActorConfig.named("zombie").onShard(0));
        runtime.runUntilBlocked();
        assertEquals(3, tree.size());
        assertTrue(runtime.hive().kill(tree.getFirst()));
        runtime.advance(ofMillis(1000));
        assertEquals(tree.reversed(), runtime.exits().stream().filter(ActorExit::stillRunning).map(ActorExit::actor).toList());

        mayEnd[0] = true;
        threads.forEach(LockSupport::unpark);
        runtime.runUntilBlocked();
    }

    private ActorBody zombie(int depth, List<Thread> threads, List<ActorId> tree, boolean[] mayEnd) {
        return self -> {
            tree.add(self.self());
            threads.add(Thread.currentThread());
            if (depth > 1) {
                self.spawn(zombie(depth - 1, threads, tree, mayEnd), child);
            }
            while (!mayEnd[0]) {
                LockSupport.park();
                Thread.interrupted();
            }
        };
    }

    @Test
    void oneThatEndsFirstIsForgotten() {
        spawnThree();
        assertTrue(runtime.hive().kill(children.get(1)));
        runtime.runUntilBlocked();
        assertTrue(runtime.hive().isAlive(parent.id));
        assertTrue(runtime.hive().kill(parent.id));
        runtime.runUntilBlocked();
        assertEquals(List.of(children.get(1), children.get(2), children.get(0), parent.id),
                runtime.exits().stream().map(ActorExit::actor).toList());
    }

    @Test
    void othersLiveOn() {
        ActorId independent = parent.does(self -> self.spawn(IDLE, ActorConfig.DEFAULT));
        assertTrue(runtime.hive().kill(parent.id));
        runtime.runUntilBlocked();
        assertTrue(runtime.hive().isAlive(independent));
    }

    @Test
    void fromOutsideThereIsNoParent() {
        assertThrows(IllegalArgumentException.class, () -> runtime.hive().spawn(IDLE, child));
        assertEquals(1, runtime.hive().stats().actors());
    }

    @Test
    void anInitThatThrowsLeavesNoChild() {
        assertInstanceOf(IllegalStateException.class, parent.fails(self -> self.spawn(IDLE, child.withInit(id -> {
            throw new IllegalStateException("no");
        }))));
        assertTrue(runtime.hive().kill(parent.id));
        runtime.runUntilBlocked();
        assertEquals(List.of(parent.id), runtime.exits().stream().map(ActorExit::actor).toList());
        assertEquals(0, runtime.hive().stats().actors());
    }
}
