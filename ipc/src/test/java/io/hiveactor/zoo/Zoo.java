package io.hiveactor.zoo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.HiveListener;
import io.hiveactor.runtime.MailboxLimit;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageFilter;
import io.hiveactor.runtime.NoReply;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.Reply;
import io.hiveactor.runtime.SelectResult;
import io.hiveactor.runtime.Simulation;
import io.hiveactor.runtime.WatchConfig;
import io.hiveactor.runtime.diagnosis.ActorView;
import io.hiveactor.runtime.diagnosis.Deadlock;
import io.hiveactor.runtime.diagnosis.Deadlock.Kind;
import io.hiveactor.runtime.diagnosis.Diagnosis;
import io.hiveactor.runtime.diagnosis.Identity;
import io.hiveactor.runtime.port.Simulations;
import io.hiveactor.testkit.TestRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;

/**
 * Actors with names, in a hive under simulated time, and what the hive says of them. Who waits for somebody by name can
 * be started before him: nobody runs until the first verdict is asked for.
 */
abstract class Zoo {
    /** How far time goes on after a verdict, which must not change it. */
    private static final Duration LATER = Duration.ofSeconds(10);

    static final ActorConfig PLAIN = ActorConfig.DEFAULT;

    private final Map<String, ActorId> ids = new LinkedHashMap<>();
    private final Map<String, String> ends = new TreeMap<>();
    private final List<Deadlock> told = new ArrayList<>();
    private Cage cage = Cage.ONE;
    private Simulation simulation;
    /** Somebody was killed. Who is stuck then, and was before in the same wait, is not told of again. */
    private boolean hasChanged;

    /** What a straight-line actor does; its result is noted. */
    @FunctionalInterface
    interface Body {
        Object run(ActorContext self, ActorContext ipc) throws Exception;
    }

    // ---- given ----

    void open(Cage where) {
        open(where, TestRuntime.config());
    }

    /** With so many slots for users' messages, and one more for ticks. */
    void open(Cage where, int slots) {
        open(where, TestRuntime.config().messages(slots + 1).reservedMessages(1));
    }

    void open(Cage where, HiveConfig.Builder config) {
        cage = where;
        var listener = new HiveListener() {
            @Override
            public void onDeadlock(Deadlock deadlock) {
                told.add(deadlock);
            }
        };
        simulation = Simulation.start(config.name("zoo").shards(where.shards()).listener(listener)
                .watch(WatchConfig.DEFAULT.withPolicy(where.policy())).build(), TestRuntime.freshSeed());
    }

    void actor(String name, Body body) {
        actor(name, PLAIN, body);
    }

    void actor(String name, ActorConfig config, Body body) {
        ActorBody noting = self -> ends.put(name, text(body.run(self, self)));
        ids.put(name, hive().spawn(noting, at(name, config)));
    }

    void handler(String name, Handler handler) {
        ids.put(name, hive().spawn(handler, at(name, PLAIN)));
    }

    /** Somebody who takes every message and does nothing with it. */
    void idler(String name) {
        handler(name, (self, message) -> {});
    }

    private ActorConfig at(String name, ActorConfig config) {
        return config.withName(name).onShard(ids.size() % cage.shards());
    }

    static ActorConfig limited(int messages) {
        return PLAIN.withLimit(MailboxLimit.blockSender(messages));
    }

    /** Makes somebody known by a name who was started in another way. */
    void known(String name, ActorId id) {
        ids.put(name, id);
    }

    ActorId id(String name) {
        return ids.get(name);
    }

    MessageFilter from(String name) {
        return MessageFilter.any().from(id(name));
    }

    /** Puts messages that nobody asked for into a mailbox. */
    void fill(String name, int messages) {
        for (int i = 0; i < messages; i++) {
            assertEquals(NotifyStatus.SENT, hive().notify(id(name), 99, "filler"));
        }
    }

    Hive hive() {
        return simulation.hive();
    }

    Simulation simulation() {
        return simulation;
    }

    // ---- when ----

    void run() {
        simulation.runUntilBlocked();
    }

    void pass(Duration time) {
        simulation.advance(time);
    }

    void kill(String name) {
        hive().kill(id(name));
        run();
        hasChanged = true;
    }

    // ---- then ----

    /** Nobody is stuck, and nobody was told so; those at risk are exactly these. */
    void noDeadlock(String... risks) {
        run();
        Diagnosis diagnosis = hive().diagnose();
        assertEquals(List.of(), diagnosis.deadlocks(), seed());
        assertEquals(List.of(), told, seed());
        assertEquals(Arrays.stream(risks).sorted().toList(),
                diagnosis.risks().stream().map(each -> each.identity().name()).sorted().toList(), seed() + diagnosis);
    }

    /**
     * There is one deadlock, of exactly this kind; its members are those of the sentences. It was told once, and never
     * again.
     * Under policy FAIL: one of the waits ends as DEADLOCK, and after that nobody is stuck.
     *
     * @param cycle as {@code "a -> b -> a"}; empty for none
     * @param sentences as {@code "a waits for the answer of b"}
     * @return what was found
     */
    @CanIgnoreReturnValue
    Deadlock deadlock(Kind kind, String cycle, String... sentences) {
        run();
        if (cage.isFailing()) {
            return failed();
        }
        List<Deadlock> found = hive().diagnose().deadlocks();
        assertEquals(1, found.size(), seed() + found);
        check(found.getFirst(), kind, cycle, sentences);
        pass(LATER);
        assertEquals(1, told.size(), () -> seed() + "told: " + told);
        if (!hasChanged) {
            checkTold(told.getFirst(), kind, cycle, List.of(sentences));
        }
        return found.getFirst();
    }

    private void check(Deadlock deadlock, Kind kind, String cycle, String[] sentences) {
        assertEquals(Arrays.stream(sentences).sorted().toList(),
                deadlock.members().stream().map(Zoo::sentence).sorted().toList(), seed() + deadlock);
        assertEquals(kind, deadlock.kind(), seed() + deadlock);
        assertTrue(isRotation(cycle, deadlock.cycle()), () -> seed() + cycle + " is not " + deadlock);
        deadlock.members().forEach(OwnLine::check);
    }

    /** What was told as the last wait began may be the cycle alone, without those who wait behind it. */
    private void checkTold(Deadlock deadlock, Kind kind, String cycle, List<String> sentences) {
        List<String> members = deadlock.members().stream().map(Zoo::sentence).toList();
        boolean isCycleAlone = members.size() == deadlock.cycle().size();
        assertTrue(sentences.containsAll(members) && (isCycleAlone || members.size() == sentences.size()),
                () -> seed() + deadlock);
        assertEquals(kind, deadlock.kind(), seed() + deadlock);
        assertTrue(isRotation(cycle, deadlock.cycle()), () -> seed() + cycle + " is not " + deadlock);
        deadlock.members().forEach(OwnLine::check);
    }

    static String sentence(ActorView view) {
        return view.identity().name() + " waits for " + view.waitsFor().toString().replaceAll("#\\d+", "");
    }

    private static boolean isRotation(String expected, List<Identity> cycle) {
        List<String> wanted = new ArrayList<>(List.of(expected.split(" -> ")));
        wanted.removeLast();
        List<String> names = new ArrayList<>(cycle.stream().map(Identity::name).toList());
        for (int i = 0; i < names.size() && !names.equals(wanted); i++) {
            Collections.rotate(names, 1);
        }
        return names.equals(wanted);
    }

    private Deadlock failed() {
        assertFalse(told.isEmpty(), seed());
        pass(LATER);
        assertTrue(ends.containsValue("DEADLOCK"), () -> seed() + ends);
        Diagnosis diagnosis = hive().diagnose();
        assertTrue(diagnosis.isClean(), () -> seed() + diagnosis);
        return told.getFirst();
    }

    /** The death of one frees the others, who end like this. Under policy FAIL they were free before. */
    void deathOf(String victim, String... endings) {
        if (!cage.isFailing()) {
            kill(victim);
            pass(LATER);
            ended(endings);
            assertTrue(hive().diagnose().isClean(), () -> seed() + hive().diagnose());
        }
    }

    /** Exactly these have ended, as {@code "a: SENT"}. */
    void ended(String... endings) {
        assertEquals(Arrays.stream(endings).sorted().toList(),
                ends.entrySet().stream().map(each -> each.getKey() + ": " + each.getValue()).toList(), seed());
    }

    boolean hasEnded() {
        return !ends.isEmpty();
    }

    /** The deadlocks that the listener was told of. */
    List<Deadlock> told() {
        return told;
    }

    private String seed() {
        return "seed " + simulation.seed() + ", " + cage + ": ";
    }

    private static String text(Object result) {
        return switch (result) {
            case Reply<?> _ -> "answered";
            case NoReply<?> none -> none.reason().name();
            case Message message -> "" + message.object();
            case SelectResult.Received received -> "received " + received.index();
            case SelectResult.Ready ready -> "ready " + ready.index();
            default -> result.toString();
        };
    }

    void killAll() {
        ids.values().forEach(hive()::kill);
        pass(LATER);
    }

    @AfterEach
    void nothingLeaks() {
        if (simulation == null) {
            return;
        }
        killAll();
        var census = Simulations.census(simulation);
        assertEquals(census.all(), census.free() + census.cached(), () -> seed() + census);
        assertEquals(0, census.waiting(), seed());
        assertEquals(0, simulation.waiting(), seed());
        assertEquals(0, hive().stats().actors(), seed());
        simulation.close();
    }
}
