package io.hiveactor.testkit;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorExit;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.HiveListener;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.port.Simulations;
import io.hiveactor.runtime.supervision.Backoff;
import io.hiveactor.runtime.supervision.ChildSpec;
import io.hiveactor.runtime.supervision.Restart;
import io.hiveactor.runtime.supervision.RestartsExceededException;
import io.hiveactor.runtime.supervision.Stop;
import io.hiveactor.runtime.supervision.StopStatus;
import io.hiveactor.runtime.supervision.Strategy;
import io.hiveactor.runtime.supervision.Supervisor;
import io.hiveactor.runtime.supervision.SupervisorSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A random tree of supervisors whose children end in every way at random times, beside a {@link SupervisorModel} of each
 * supervisor that says what it has to do; and at its end nothing may be left.
 */
final class RandomTree implements HiveListener {
    private static final Duration TIME = ofSeconds(20);
    private static final String STOP = "stop";

    /** A place in the tree. */
    final class Node {
        final String name;
        final int index;
        final Restart restart;
        final boolean isRegistered;
        final boolean isBesideZombie;
        /** Null for a worker. */
        final SupervisorPlan plan;
        final List<Life> lives = new ArrayList<>();
        /** The supervisor that it has now. */
        SupervisorModel parent;

        Node(String name, int index, SupervisorPlan plan) {
            this.name = name;
            this.index = index;
            this.plan = plan;
            restart = Restart.values()[Math.min(2, random.nextInt(5))];
            isRegistered = random.nextBoolean();
            isBesideZombie = random.nextInt(4) == 0;
        }

        /** Whether code of one of its lives stands against another one. */
        boolean isHeldUpByZombie() {
            return !isBesideZombie && lives.stream().anyMatch(life -> life.codeRuns && life.parent == parent);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** What is random about a supervisor. */
    final class SupervisorPlan {
        final Strategy strategy = Strategy.values()[random.nextInt(3)];
        final int most = random.nextInt(4);
        final Duration period = ofMillis(1 + random.nextInt(4000));
        final Backoff backoff = random.nextInt(3) == 0
                ? Backoff.exponential(ofMillis(1 + random.nextInt(300)), ofMillis(300 + random.nextInt(700)))
                : Backoff.NONE;
        final List<Node> children = new ArrayList<>();

        boolean hasPauses() {
            return backoff != Backoff.NONE;
        }
    }

    /** One life of a child. */
    static final class Life {
        final Node node;
        final ActorId id;
        final SupervisorModel parent;
        /** What it is as a supervisor; null for a worker. */
        SupervisorModel own;
        boolean codeRuns;
        boolean isStopOrdered;
        boolean isKilledByStranger;
        boolean isZombie;
        boolean hasEnded;

        Life(Node node, ActorId id, SupervisorModel parent) {
            this.node = node;
            this.id = id;
            this.parent = parent;
        }

        @Override
        public String toString() {
            return node + " (" + id + ")";
        }
    }

    final long seed;
    private final SplittableRandom random;
    private final TestRuntime runtime;
    private final Map<ActorId, Node> nodes = new HashMap<>();
    private final List<Life> lives = new ArrayList<>();
    private final List<String> log = new ArrayList<>();
    private int names;

    long starts;
    long exceeded;
    long zombies;
    long kills;
    /** Children started while the code of a zombie, of an earlier supervisor, still ran. */
    long besideOldTree;

    RandomTree(long seed) {
        this.seed = seed;
        random = new SplittableRandom(seed);
        runtime = new TestRuntime(TestRuntime.config()
                .shards(1 + random.nextInt(3)).messages(40).reservedMessages(4).listener(this).build(), seed);
        runtime.simulation().afterEachStep(() -> Simulations.census(runtime.simulation()));
    }

    void run() {
        Node root = new Node("root", 0, plan(1));
        SupervisorModel model = new SupervisorModel(this, root.plan, null);
        ActorId id = Supervisor.start(runtime.hive(), spec(root.plan), ActorConfig.named("root")
                .withInit(self -> began(root, self, null, model)));
        for (int i = random.nextInt(8); i > 0; i--) {
            strangerKills(at());
        }
        runtime.advance(TIME);
        lives.stream().filter(life -> life.own != null && !life.hasEnded).forEach(life -> life.own.atRest(now()));
        if (random.nextBoolean()) {
            StopStatus status = Supervisor.stop(runtime.hive(), id);
            require(status == StopStatus.ASKED || status == StopStatus.NO_TARGET, "a stop is " + status);
        } else {
            kill(root.lives.getFirst());
        }
        runtime.advance(ofSeconds(1000));
        end();
    }

    private void end() {
        for (Life life : lives) {
            require(life.hasEnded && !life.codeRuns, "an orphan lives on: " + life);
        }
        var stats = runtime.hive().stats();
        require(stats.actors() == 0 && stats.zombies() == 0 && stats.messagesInUse() == 0 && stats.systemPlaces() == 0
                && stats.names() == 0 && stats.nameWatches() == 0 && stats.deadlines() == 0 && stats.waitingForSlots() == 0,
                "something is left: " + stats);
        var census = Simulations.census(runtime.simulation());
        require(census.free() == census.all(), "a slot is not back: " + census);
        runtime.close();
        require(runtime.hive().stats().fibers() == 0, "fibers are left");
    }

    private Duration at() {
        return ofNanos(1 + random.nextLong(TIME.toNanos()));
    }

    // ---- the tree ----

    private SupervisorPlan plan(int depth) {
        var plan = new SupervisorPlan();
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            boolean isSupervisor = depth < 3 && random.nextInt(3) == 0;
            plan.children.add(new Node("n" + names++, i, isSupervisor ? plan(depth + 1) : null));
        }
        return plan;
    }

    private SupervisorSpec spec(SupervisorPlan plan) {
        ChildSpec[] children = plan.children.stream().map(this::spec).toArray(ChildSpec[]::new);
        return SupervisorSpec.of(plan.strategy, children)
                .withIntensity(plan.most, plan.period)
                .withBackoff(plan.backoff);
    }

    private ChildSpec spec(Node node) {
        ChildSpec spec = node.plan == null
                ? ChildSpec.body(node.name, (self, siblings) -> live(self, node))
                : ChildSpec.supervisor(node.name, spec(node.plan));
        spec = spec.withRestart(node.restart).withConfig(ActorConfig.DEFAULT
                .onShard(random.nextInt(runtime.hive().config().shards()))
                .withInit(id -> starts(node, id)));
        if (node.plan == null && random.nextBoolean()) {
            spec = spec.withStop(Stop.ask(STOP, ofMillis(random.nextInt(500))));
        }
        spec = node.isBesideZombie ? spec.besideZombie() : spec;
        return node.isRegistered ? spec.registered() : spec;
    }

    /** By the supervisor, as it starts a child. */
    private void starts(Node node, ActorId id) {
        if (random.nextInt(25) == 0) {
            note("failed start of " + node);
            node.parent.startFailed(node, now());
            throw new IllegalStateException("start of " + node);
        }
        SupervisorModel own = node.plan == null ? null : new SupervisorModel(this, node.plan, node.parent);
        began(node, id, node.parent, own);
    }

    private void began(Node node, ActorId id, SupervisorModel parent, SupervisorModel own) {
        note("+" + node);
        starts++;
        for (Life earlier : node.lives) {
            if (earlier.parent == parent) {
                require(earlier.hasEnded || (earlier.isKilledByStranger && node.isBesideZombie), "two lives of " + node);
                require(!earlier.codeRuns || node.isBesideZombie, "started beside its own code: " + node);
            } else if (earlier.codeRuns || !earlier.hasEnded) {
                require(earlier.isZombie, "an orphan: " + earlier);
                besideOldTree++;
            }
        }
        var life = new Life(node, id, parent);
        life.own = own;
        node.lives.add(life);
        nodes.put(id, node);
        lives.add(life);
        if (parent != null) {
            parent.started(node, now());
        }
        if (own != null) {
            node.plan.children.forEach(child -> child.parent = own);
        }
    }

    // ---- what workers do ----

    private void live(ActorContext self, Node node) {
        Life life = node.lives.getLast();
        life.codeRuns = true;
        try {
            if (self.receive(ofNanos(1 + random.nextLong(random.nextInt(3) == 0 ? 100_000_000L : 6_000_000_000L)))
                    instanceof Message) {
                life.isStopOrdered = true;
                obey(self);
                return;
            }
            end(self);
        } finally {
            life.codeRuns = false;
        }
    }

    private void obey(ActorContext self) {
        switch (random.nextInt(4)) {
            case 0 -> self.sleep(ofNanos(random.nextLong(700_000_000L)));
            case 1 -> hang(random.nextLong(2_000_000_000L));
            case 2 -> throw new IllegalStateException("in its stop");
            default -> {}
        }
    }

    private void end(ActorContext self) {
        switch (random.nextInt(7)) {
            case 0, 1 -> throw new IllegalStateException("crash");
            case 2 -> self.exit(ExitReason.of(7));
            case 3 -> self.exit(ExitReason.NORMAL);
            case 4 -> hang(random.nextLong(3_000_000_000L));
            case 5 -> {
                hang(random.nextLong(3_000_000_000L));
                throw new IllegalStateException("crash after all");
            }
            default -> {}
        }
    }

    /** Waits in code that is not the runtime's, whatever happens, for some time. */
    private void hang(long nanos) {
        Thread thread = Thread.currentThread();
        var isOver = new boolean[1];
        runtime.hive().spawn((ActorBody) self -> {
            self.sleep(ofNanos(nanos));
            isOver[0] = true;
            LockSupport.unpark(thread);
        });
        while (!isOver[0]) {
            LockSupport.park();
            Thread.interrupted();
        }
    }

    private void strangerKills(Duration when) {
        runtime.hive().spawn((ActorBody) self -> {
            self.sleep(when);
            List<Life> living = lives.stream().filter(life -> !life.hasEnded && life.parent != null).toList();
            if (!living.isEmpty()) {
                kill(living.get(random.nextInt(living.size())));
            }
        });
    }

    private void kill(Life victim) {
        if (runtime.hive().kill(victim.id)) {
            note("kill of " + victim);
            kills++;
            victim.isKilledByStranger = true;
            for (Life life : lives) {
                if (life.own != null && !life.hasEnded && victim.own != null && life.own.isBelow(victim.own)) {
                    life.own.killed();
                }
            }
        }
    }

    // ---- what is told ----

    @Override
    public void onExit(ActorExit exit) {
        Node node = nodes.get(exit.actor());
        if (node == null) {
            return; // a stranger
        }
        Life life = node.lives.stream().filter(one -> !one.hasEnded && one.id == exit.actor()).findFirst().orElseThrow();
        note("-" + node + " " + exit.reason() + (exit.stillRunning() ? " zombie" : ""));
        life.hasEnded = true;
        life.isZombie = exit.stillRunning();
        zombies += life.isZombie ? 1 : 0;
        boolean wasKilled = exit.reason().equals(ExitReason.KILLED);
        if (life.own != null) {
            endOfSupervisor(life, exit, wasKilled);
        }
        if (life.parent != null) {
            boolean wasStopped = wasKilled ? !life.isKilledByStranger
                    : life.isStopOrdered || (life.own != null && exit.reason().equals(ExitReason.NORMAL));
            life.parent.ended(node, exit.reason(), wasStopped, now());
        }
    }

    private void endOfSupervisor(Life life, ActorExit exit, boolean wasKilled) {
        boolean hadTooMany = exit.cause() instanceof RestartsExceededException;
        boolean isNormal = exit.reason().equals(ExitReason.NORMAL);
        require(wasKilled || hadTooMany || isNormal, "a supervisor ended: " + exit);
        exceeded += hadTooMany ? 1 : 0;
        life.own.over(hadTooMany, !wasKilled);
    }

    // ---- what is noted ----

    long now() {
        return runtime.hive().nowNanos();
    }

    void note(String what) {
        log.add(now() + " " + what);
    }

    void require(boolean holds, String what) {
        if (!holds) {
            failure = failure == null ? new AssertionError(what + " (seed " + seed + ") at " + now() + " after\n"
                    + String.join("\n", log.subList(Math.max(0, log.size() - 60), log.size()))) : failure;
            throw failure;
        }
    }

    /** The first; kept, because what is thrown into an actor or a listener is lost. */
    AssertionError failure;
}
