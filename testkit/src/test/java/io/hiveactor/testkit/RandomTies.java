package io.hiveactor.testkit;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorExit;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.LinkStatus;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.Monitor;
import io.hiveactor.runtime.NameChange;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.Received;
import io.hiveactor.runtime.port.Simulations;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Random actors on a few shards that link, monitor, name, send and end in every way, beside a model of who must hear of
 * what. Every slot and place is counted after every step.
 */
final class RandomTies {
    private static final int OPERATIONS = 30;
    private static final int MOST_ACTORS = 24;

    /** One monitor: who watches whom. */
    private record Watch(ActorId watcher, ActorId target) {}

    /** Two actors, in either order. */
    private record Pair(ActorId one, ActorId other) {
        static Pair of(ActorId a, ActorId b) {
            return a.number() < b.number() ? new Pair(a, b) : new Pair(b, a);
        }
    }

    private static final class Boom extends RuntimeException {
        private static final long serialVersionUID = 1;

        Boom() {
            super("boom", null, false, false);
        }
    }

    private final long seed;
    private final SplittableRandom random;
    private final TestRuntime runtime;
    private final int shards;
    private final List<ActorId> actors = new ArrayList<>();
    private long steps;

    /** Monitors that have neither fired nor been taken away, by number. */
    private final Map<Long, Watch> monitors = new HashMap<>();
    /** Pairs whose last call was a link: they are linked, until one of them unlinks or ends. */
    private final Set<Pair> linked = new HashSet<>();
    /** Pairs whose last call was an unlink; a link by the other one that crossed it may stand. */
    private final Set<Pair> unclear = new HashSet<>();
    /** Whose EXIT came by a link: receiver, then who ended. */
    private final Set<List<ActorId>> heard = new HashSet<>();
    /** What was sent and has not come yet: sender and receiver, to numbers. */
    private final Map<List<ActorId>, Integer> underWay = new HashMap<>();
    /** Per watcher and name, whether the last news was that it is there. */
    private final Map<List<Object>, Boolean> known = new HashMap<>();

    /** Which names each has watched. */
    private final Set<List<Object>> watched = new HashSet<>();
    /** Who may have had so much news unread that the last was replaced. */
    private final Set<ActorId> overrun = new HashSet<>();

    long exits;
    long linkExits;

    RandomTies(long seed) {
        this.seed = seed;
        random = new SplittableRandom(seed);
        shards = 1 + random.nextInt(3);
        runtime = new TestRuntime(TestRuntime.config().shards(shards).messages(64).reservedMessages(4)
                .messagesPerTurn(1 + random.nextInt(4)).dispatchesPerTurn(1 + random.nextInt(8)).build(), seed);
        runtime.simulation().afterEachStep(() -> {
            steps++;
            require(Simulations.census(runtime.simulation()).all() == 64, "slots");
        });
    }

    void run() {
        int count = 2 + random.nextInt(8);
        for (int i = 0; i < count; i++) {
            actors.add(runtime.hive().spawn(body(new SplittableRandom(random.nextLong())), config(random)));
        }
        runtime.advance(ofSeconds(1));
        checkAtRest();
        var survivors = new ArrayList<>(actors);
        while (!survivors.isEmpty()) {
            runtime.hive().kill(survivors.remove(random.nextInt(survivors.size())));
            if (random.nextBoolean()) {
                runtime.advance(ofMillis(10));
                checkAtRest();
            }
        }
        runtime.advance(ofMillis(10));
        var stats = runtime.hive().stats();
        require(stats.actors() == 0 && stats.systemPlaces() == 0 && stats.nameWatches() == 0 && stats.names() == 0,
                "left behind: " + stats);
        Leftovers.assertNone(runtime);
        for (ActorExit exit : runtime.exits()) {
            if (exit.cause() != null && !(exit.cause() instanceof Boom)) {
                throw new AssertionError("in " + exit.actor(), exit.cause());
            }
        }
    }

    private ActorConfig config(SplittableRandom choices) {
        return ActorConfig.named("a").onShard(choices.nextInt(shards));
    }

    // ---- what they do ----

    private ActorBody body(SplittableRandom choices) {
        return self -> {
            int operations = choices.nextInt(OPERATIONS);
            for (int i = 0; i < operations; i++) {
                act(self, choices);
                switch (choices.nextInt(4)) {
                    case 0 -> self.yield();
                    case 1 -> took(self, self.receive(ofMillis(choices.nextInt(3))));
                    case 2 -> self.sleep(ofMillis(choices.nextInt(3)));
                    default -> {}
                }
            }
            switch (choices.nextInt(5)) {
                case 0 -> {}
                case 1 -> throw new Boom();
                case 2 -> self.exit(ExitReason.of(choices.nextInt(100)));
                default -> {
                    while (true) {
                        took(self, self.receive());
                    }
                }
            }
        };
    }

    private void act(ActorContext self, SplittableRandom choices) {
        ActorId other = other(self, choices);
        switch (choices.nextInt(14)) {
            case 0, 1, 2 -> link(self, other);
            case 3, 4 -> unlink(self, other);
            case 5, 6 -> monitor(self, other);
            case 7 -> demonitor(self, choices);
            case 8, 9 -> send(self, other);
            case 10 -> spawn(self, choices);
            case 11 -> {
                if (choices.nextInt(4) == 0 && other != self.self()) {
                    self.kill(other);
                }
            }
            case 12 -> {
                String name = "n" + choices.nextInt(3);
                if (choices.nextBoolean()) { // once: news of a watch that was taken away may lie there unread
                    require(!watched.add(List.of(self.self(), name)) || self.watchName(name), "watched already");
                } else if (choices.nextInt(3) == 0) {
                    self.unwatchName(name);
                }
            }
            default -> {
                String name = "n" + choices.nextInt(3);
                if (choices.nextBoolean()) {
                    Objects.requireNonNull(runtime.hive().names().register(name, self.self()));
                } else if (choices.nextBoolean()) {
                    require(!runtime.hive().names().unregister(name, self.self())
                            || runtime.hive().names().find(name) == null, "the name is still there");
                }
            }
        }
    }

    private ActorId other(ActorContext self, SplittableRandom choices) {
        ActorId other = actors.get(choices.nextInt(actors.size()));
        return other == self.self() && actors.size() > 1 ? other(self, choices) : other;
    }

    private void link(ActorContext self, ActorId other) {
        if (other != self.self() && self.link(other) == LinkStatus.LINKED) {
            linked.add(Pair.of(self.self(), other));
            unclear.remove(Pair.of(self.self(), other));
        }
    }

    private void unlink(ActorContext self, ActorId other) {
        if (other != self.self() && self.unlink(other)) {
            linked.remove(Pair.of(self.self(), other));
            unclear.add(Pair.of(self.self(), other));
        }
    }

    private void monitor(ActorContext self, ActorId other) {
        if (other != self.self() && self.monitor(other) instanceof Monitor monitor) {
            require(monitors.put(monitor.number(), new Watch(self.self(), other)) == null, "a number twice");
        }
    }

    private void demonitor(ActorContext self, SplittableRandom choices) {
        List<Long> numbers = monitors.keySet().stream().sorted().toList();
        long number = numbers.isEmpty() ? 1 : numbers.get(choices.nextInt(numbers.size()));
        boolean isMine = monitors.containsKey(number) && monitors.get(number).watcher == self.self();
        if (self.demonitor(number)) {
            require(isMine, "another one's monitor was taken away");
            monitors.remove(number);
        }
    }

    private void send(ActorContext self, ActorId other) {
        if (other != self.self() && self.notify(other, "parcel") == NotifyStatus.SENT) {
            underWay.merge(List.of(self.self(), other), 1, Integer::sum);
        }
    }

    private void spawn(ActorContext self, SplittableRandom choices) {
        if (actors.size() >= MOST_ACTORS) {
            return;
        }
        boolean fails = choices.nextInt(4) == 0;
        ActorConfig config = config(choices).withInit(id -> {
            if (choices.nextBoolean()) {
                link(self, id);
            }
            if (choices.nextBoolean()) {
                monitor(self, id);
            }
            if (fails) {
                throw new Boom();
            }
        });
        try {
            actors.add(self.spawn(body(new SplittableRandom(choices.nextLong())),
                    choices.nextInt(3) == 0 ? config.endingWithParent() : config));
        } catch (Boom stillborn) {
            require(fails, "init did not fail");
        }
    }

    // ---- what they hear ----

    private void took(ActorContext self, Received received) {
        if (!(received instanceof Message message)) {
            return;
        }
        ActorId me = self.self();
        if (message.messageClass() == MessageClass.NAME) {
            NameChange change = message.as(NameChange.class);
            if (self.pending() >= 14) {
                overrun.add(me);
            }
            Boolean before = known.put(List.of(me, change.name()), change.isRegistered());
            require(before == null ? change.isRegistered() : before != change.isRegistered() || overrun.contains(me),
                    "no news: " + change + " after " + before);
        } else if (message.messageClass() == MessageClass.EXIT) {
            ended(me, message);
        } else {
            underWay.merge(List.of(message.sender(), me), -1, Integer::sum);
        }
    }

    private void ended(ActorId me, Message message) {
        exits++;
        ActorExit exit = message.as(ActorExit.class);
        ActorId identity = exit.actor();
        require(identity == message.sender() && !runtime.hive().isAlive(identity), "lives: " + exit);
        require(underWay.getOrDefault(List.of(identity, me), 0) == 0, "sent before its end, and not come before " + exit);
        runtime.exits().stream().filter(end -> end.actor() == identity).forEach(end -> {
            require(end.reason().equals(exit.reason()), exit + " and " + end);
            require(exit.cause() == null || exit.cause() == end.cause(), exit + " and " + end);
        });
        if (message.correlation() == 0) {
            linkExits++;
            Pair pair = Pair.of(me, identity);
            require(linked.contains(pair) || unclear.contains(pair), me + " is not linked: " + exit);
            require(heard.add(List.of(me, identity)), me + " hears it twice: " + exit);
        } else {
            Watch watch = monitors.remove(message.correlation());
            require(watch != null && watch.watcher == me && watch.target == identity, me + " does not watch: " + message);
        }
    }

    // ---- what must hold when nobody can run ----

    private void checkAtRest() {
        int places = 0;
        for (Watch watch : monitors.values()) {
            if (isAlive(watch.watcher)) {
                require(isAlive(watch.target), "never told: " + watch);
                places++;
            }
        }
        for (Pair pair : linked) {
            boolean isOver = !isAlive(pair.one) || !isAlive(pair.other);
            require(!isAlive(pair.one) || isAlive(pair.other) || heard.contains(List.of(pair.one, pair.other)),
                    "never told: " + pair);
            require(!isAlive(pair.other) || isAlive(pair.one) || heard.contains(List.of(pair.other, pair.one)),
                    "never told: " + pair);
            places += isOver ? 0 : 2;
        }
        int most = places + 2 * unclear.size();
        int found = runtime.hive().stats().systemPlaces();
        require(found >= places && found <= most, found + " places, and not " + places + " to " + most);
    }

    private boolean isAlive(ActorId actor) {
        return runtime.hive().isAlive(actor);
    }

    private void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what + " (seed " + seed + ", step " + steps + ")");
        }
    }
}
