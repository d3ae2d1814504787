package io.hiveactor.runtime.diagnosis;

import java.util.List;
import java.util.stream.LongStream;

/** What the tests of both languages draw. */
final class Pictures {
    private static final Identity A = new Identity("a", 1);
    private static final Identity B = new Identity("b", 2);

    private Pictures() {}

    /** Two who wait for each other, and a third who waits for one of them until a deadline. */
    static Diagnosis deadlockAndRisk() {
        return Diagnosis.of(Someone.hive(
                Someone.named(new Identity("c", 3)).waits(new Wait.From(A, false, "messages from a#1")).until(5).seen(),
                Someone.named(A).waits(new Wait.Answer(B)).seen(),
                Someone.named(B).waits(new Wait.Room(A, 1, new QueuePosition(2, 1))).seen()));
    }

    /** A thread outside waits for slots, which an actor that runs keeps. */
    static Diagnosis pool() {
        ActorView keeper = Someone.named(A).does(Activity.RUNNING).keeps(60).seen();
        ActorView thread = Someone.named(new Identity("main", -1)).waits(new Wait.Slots(B, 2, true, new QueuePosition(2, 1))).seen();
        return Diagnosis.of(new HiveSnapshot("main", Someone.AT, List.of(Someone.shard(0, keeper)), List.of(thread),
                List.of(), new PoolView(60, 0, 0, 0, 1), true));
    }

    /** Two of whom each waits for a channel that the other has open, and a third for one that an idle actor has. */
    static Diagnosis channels() {
        return Diagnosis.of(Someone.hive(
                awaiting(A, "room on app:log", B), awaiting(B, "a message on app:in", A),
                awaiting(new Identity("c", 3), "an entry on news", new Identity("idle", 4))));
    }

    private static ActorView awaiting(Identity identity, String what, Identity server) {
        return Someone.named(identity).does(Activity.AWAITING).waits(new Wait.Served(what, List.of(server))).seen();
    }

    static Diagnosis named(String name) {
        var odd = new Identity(name, 1);
        return Diagnosis.of(Someone.hive(Someone.named(odd).waits(new Wait.Answer(odd)).seen()));
    }

    /** More than can be drawn, of whom only the last one is called deadlocked. */
    static Diagnosis crowd() {
        List<ActorView> all = LongStream.rangeClosed(1, 260).mapToObj(number -> Someone.named(new Identity("a", number))
                .waits(new Wait.Answer(new Identity("a", number))).seen()).toList();
        var last = new Deadlock("main", Someone.AT, Deadlock.Kind.CYCLE, List.of(all.getLast().identity()),
                List.of(all.getLast()), List.of(), List.of(), 0);
        return new Diagnosis(Someone.hive(all.toArray(ActorView[]::new)), List.of(last), List.of());
    }
}
