package io.hiveactor.ipc.channel;

import static java.time.Duration.ofMillis;

import io.hiveactor.ipc.channel.ChannelUser.Hand;
import io.hiveactor.ipc.channel.ChannelUser.Place;
import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorExit;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.DeadlockPolicy;
import io.hiveactor.runtime.HiveListener;
import io.hiveactor.runtime.WatchConfig;
import io.hiveactor.runtime.port.PoolCensus;
import io.hiveactor.runtime.port.Simulations;
import io.hiveactor.testkit.TestRuntime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * A random system of actors, and a thread outside, that use a few channels under simulated time. It looks after every
 * step whether all that waits has to, and at its end that nothing is left.
 */
final class ChannelSystem implements HiveListener, ChannelListener, ChannelUser.Ground {
    private static final int OPERATIONS = 25;
    private static final int ROUNDS = 12;
    private static final int[] MODES =
            {0, ChannelModes.FANOUT | ChannelModes.FANOUT_DROP, ChannelModes.FANOUT | ChannelModes.FANOUT_BLOCK};

    private final SplittableRandom random;
    private final TestRuntime runtime;
    private final Channels channels;
    private final boolean isTold;
    private final List<Place> places = new ArrayList<>();
    private final List<Hand> kept = new ArrayList<>();
    private final List<ActorId> actors = new ArrayList<>();
    final List<Diary> diaries = new ArrayList<>();
    private final Map<Integer, Integer> modes = new HashMap<>();
    private final Map<Integer, ChannelUser> users = new HashMap<>();
    private final Map<Integer, Set<Long>> drops = new HashMap<>();
    private final List<Throwable> failures = new ArrayList<>();
    private ChannelUser outside;
    private long steps;

    ChannelSystem(long seed) {
        random = new SplittableRandom(seed);
        var config = TestRuntime.config()
                .shards(1 + random.nextInt(3))
                .messagesPerTurn(1 + random.nextInt(8))
                .dispatchesPerTurn(1 + random.nextInt(8))
                .watch(WatchConfig.DEFAULT.withPolicy(
                        random.nextBoolean() ? DeadlockPolicy.FAIL : DeadlockPolicy.REPORT))
                .listener(this)
                .build();
        runtime = new TestRuntime(config, seed);
        ChannelProfile profile = ChannelProfile.of(8, 8, 64, 0);
        isTold = random.nextBoolean();
        channels = isTold
                ? Channels.open(runtime.hive(), profile, 0, this)
                : Channels.open(runtime.hive(), profile);
        for (int i = 0; i < 1 + random.nextInt(3); i++) {
            places.add(new Place("app:c" + i, 30 + random.nextInt(80), MODES[random.nextInt(MODES.length)]));
        }
        runtime.simulation().afterEachStep(this::checkLines);
    }

    void run() {
        outside = user(channels.external(), 1, null, random);
        for (Place place : places) {
            if (random.nextInt(4) > 0) { // the others come and go
                outside.open(place, ChannelModes.WRONLY);
                kept.add(outside.hands.removeLast());
            }
        }
        int count = 1 + random.nextInt(6);
        for (int i = 0; i < count; i++) {
            spawn(i + 2, random.nextLong());
        }
        for (int i = 0; i < ROUNDS; i++) {
            if (random.nextBoolean()) {
                outside.operate(5);
            }
            runtime.advance(ofMillis(random.nextInt(15)));
            checkAtRest();
        }
        end();
    }

    private void spawn(int number, long seed) {
        var choices = new SplittableRandom(seed);
        actors.add(runtime.hive().spawn(
                (ActorBody) self -> live(self, number, choices),
                ActorConfig.named("u" + number).onShard(choices.nextInt(runtime.hive().config().shards()))));
    }

    private void live(ActorContext self, int number, SplittableRandom choices) {
        ChannelUser user = user(channels.of(self), number, self, choices);
        for (int i = 0; i < OPERATIONS; i++) {
            switch (choices.nextInt(12)) {
                case 0 -> self.sleep(ofMillis(choices.nextInt(10)));
                case 1 -> self.yield();
                case 2 -> {
                    var unused = self.notify(actors.get(choices.nextInt(actors.size())), 1, "news");
                }
                case 3 -> {
                    ActorId victim = actors.get(choices.nextInt(actors.size()));
                    if (choices.nextInt(6) == 0 && victim != self.self()) {
                        self.kill(victim);
                    }
                }
                default -> user.operate((int) ChannelUser.ENDLESS);
            }
        }
    }

    private ChannelUser user(ChannelClient me, int number, ActorContext ipc, SplittableRandom choices) {
        var diary = new Diary();
        diaries.add(diary);
        var user = new ChannelUser(me, number, ipc, diary, choices, this);
        users.put(me.pid(), user);
        return user;
    }

    // ---- what users and listeners need ----

    @Override
    public List<Place> places() {
        return places;
    }

    @Override
    public void knows(int descriptor, Place place) {
        modes.put(descriptor, place.mode());
    }

    @Override
    public long next(Place place) {
        return states().stream().filter(each -> isAt(each, place))
                .mapToLong(ChannelState::nextSequence).findAny().orElse(-1);
    }

    private static boolean isAt(ChannelState state, Place place) {
        return state.target().equals(ChannelTarget.parse(place.target(), 0));
    }

    @Override
    public long nowNanos() {
        return runtime.hive().nowNanos();
    }

    @Override
    public boolean isExact() {
        return true;
    }

    @Override
    public boolean isDisturbed() {
        return false;
    }

    @Override
    public void on(ChannelEvent event) {
        if (event instanceof ChannelEvent.Overrun overrun) {
            drops.computeIfAbsent(overrun.descriptor(), descriptor -> new HashSet<>()).add(overrun.sequence());
        }
    }

    @Override
    public void onExit(ActorExit exit) {
        if (exit.cause() != null) {
            failures.add(exit.cause());
        }
    }

    // ---- what always holds ----

    private List<ChannelState> states() {
        List<ChannelState> states = new ArrayList<>();
        modes.keySet().forEach(descriptor -> channels.table.describe(descriptor).ifPresent(states::add));
        return states;
    }

    /** Nobody is in line for what is there. */
    private void checkLines() {
        steps++;
        for (ChannelState state : states()) {
            boolean isForReceivers = !state.isFanOut() && state.taps().isEmpty() && state.depth() > 0;
            require(!isForReceivers || state.receivers().isEmpty(), "a message that nobody takes: " + state);
            if (!state.senders().isEmpty()) {
                int wanted = users.get(state.senders().getFirst()).cost;
                require(state.bytesUsed() + wanted > state.capacity(), "room for " + wanted + ": " + state);
            }
        }
    }

    /** Nobody can run: who waits has to, and is in line exactly where it waits; the dead have left nothing. */
    private void checkAtRest() {
        runtime.runUntilBlocked();
        failures.forEach(failure -> {
            throw new AssertionError("step " + steps, failure);
        });
        Map<Integer, ChannelState> states = new HashMap<>();
        states().forEach(state -> states.put(state.descriptor(), state));
        var expected = new ArrayList<String>();
        users.forEach((pid, user) -> {
            if (pid == 0 || channels.actor(pid) == null) {
                return;
            }
            if (user.sending != null) {
                expected.add(pid + " sends " + user.sending.descriptor);
            }
            for (Hand hand : user.receiving == null ? List.<Hand>of() : user.receiving) {
                expected.add(pid + " receives " + hand.descriptor);
                checkMustWait(hand, states.get(hand.descriptor));
            }
        });
        var found = new ArrayList<String>();
        for (ChannelState state : states.values()) {
            state.senders().forEach(pid -> found.add(pid + " sends " + state.descriptor()));
            state.receivers().forEach(pid -> found.add(pid + " receives " + state.descriptor()));
        }
        expected.sort(null);
        found.sort(null);
        require(expected.equals(found), "in line: " + found + ", but these wait: " + expected);
        for (int pid : channels.table.counters().keySet()) {
            require(pid == 0 || channels.actor(pid) != null, "pid " + pid + " has ended, and the table knows it");
        }
    }

    private void checkMustWait(Hand hand, ChannelState state) {
        boolean isStream = hand.reading.isTap || state.isFanOut();
        require(isStream || state.depth() == 0, "a message that is not received: " + state);
        require(!isStream || hand.reading.wants() >= state.nextSequence(), hand.reading + " missed some of " + state);
    }

    private void end() {
        actors.forEach(runtime.hive()::kill);
        runtime.runUntilBlocked();
        checkAtRest();
        require(runtime.hive().stats().actors() == 0, "all have ended: " + runtime.hive().stats());
        require(runtime.waiterCount() == 0, "nobody waits");
        PoolCensus census = Simulations.census(runtime.simulation());
        require(census.free() + census.cached() == census.all(), "every slot is back: " + census);
        TableStats stats = channels.snapshot().stats();
        require(stats.waiterCount() == 0, "somebody is in line: " + stats);
        require(stats.handleCount() == outside.hands.size() + kept.size(), "handles are left: " + stats);
        // threads outside are there for as long as the channels are, once they have called
        require(Set.of(0).containsAll(channels.counters().keySet()), "tasks are left: " + channels.counters());
        reckon();
        List.copyOf(outside.hands).forEach(outside::close);
        kept.forEach(outside::close);
        for (ChannelState state : channels.snapshot().channels()) {
            require(isNeverOpened(state), "channels are left: " + state);
        }
        runtime.close();
    }

    /** Somebody was killed between its bind and its open, and nobody has opened it since. */
    private boolean isNeverOpened(ChannelState state) {
        return state.references() == 0
                && users.values().stream().anyMatch(user -> user.binding != null && isAt(state, user.binding));
    }

    private void reckon() {
        for (Hand hand : kept) {
            if (!ChannelModes.isFanOut(hand.place.mode())) {
                outside.open(hand.place, ChannelModes.RDONLY);
                Hand last = outside.hands.getLast();
                if (!last.reading.isTap) {
                    outside.drain(last);
                }
            }
        }
        var reckoning = new Reckoning(diaries, modes);
        reckoning.check();
        for (ChannelState state : states()) {
            boolean isKept = kept.stream().anyMatch(hand -> hand.descriptor == state.descriptor());
            if (isKept && (state.isFanOut() || state.depth() == 0)) {
                reckoning.checkWhole(state);
            }
        }
        if (isTold && channels.snapshot().stats().listenerFailures() == 0) {
            reckoning.checkDrops(drops);
        }
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
