package io.hiveactor.runtime.diagnosis;

import java.util.List;
import java.util.function.Function;

/** A diagnosis in words: what is wrong first, then what else is worth a look. */
final class DiagnosisText {
    private static final int MOST = 10;

    private final Diagnosis diagnosis;
    private final HiveSnapshot snapshot;
    private final Lines lines = new Lines();

    private DiagnosisText(Diagnosis diagnosis) {
        this.diagnosis = diagnosis;
        this.snapshot = diagnosis.snapshot();
    }

    static String of(Diagnosis diagnosis) {
        var text = new DiagnosisText(diagnosis);
        text.verdict();
        text.whatMayBeWrong();
        text.whatIsFull();
        return text.lines.toString();
    }

    private void verdict() {
        if (diagnosis.isClean()) {
            long missing = snapshot.shards().stream().filter(ShardView::isMissing).count();
            lines.add(0, missing == 0 ? "No deadlock. (hive " + snapshot.hive() + ")"
                    : "No deadlock is known, but " + missing + " of " + Lines.count(snapshot.shards().size(), "shard")
                            + " did not answer. (hive " + snapshot.hive() + ")");
        }
        lines.some(MOST, 0, diagnosis.deadlocks(), each -> {
            lines.gap();
            DeadlockText.write(lines, each);
        });
    }

    private void whatMayBeWrong() {
        section("At risk, because only a deadline ends these waits:", diagnosis.risks(), this::risk);
        missingShards();
        section("Parked outside the runtime, in a lock, a socket or a future:", snapshot.parkedOutside(),
                each -> " for " + age(each.sinceNanos()) + at(each.stack()));
        section("Waiting longest:", snapshot.oldestWaiters(Integer.MAX_VALUE),
                each -> " has waited " + age(each.sinceNanos()) + " for " + each.waitsFor());
        section("External threads that wait on a channel, a bus or an inbox:", snapshot.externalWaits(), this::rest);
    }

    private String rest(ActorView each) {
        String end = each.hasDeadline()
                ? "ends in " + Span.of(each.deadlineNanos() - snapshot.atNanos()) + " at the latest" : "no deadline";
        return " has waited " + age(each.sinceNanos()) + " for " + each.waitsFor() + ": " + end;
    }

    private void whatIsFull() {
        section("Fullest mailboxes:", snapshot.deepestMailboxes(Integer.MAX_VALUE),
                each -> ": " + Lines.count(each.depth(), "message"));
        section("Oldest messages:", snapshot.oldestMessages(Integer.MAX_VALUE),
                each -> ": " + age(each.oldestNanos()) + " old");
        resources();
        pool();
    }

    private void resources() {
        Resources all = snapshot.resources();
        if (all.total() == 0) {
            return;
        }
        lines.gap();
        lines.add(0, "Channels, buses and feeds, the fullest first:");
        all.fullest().stream().limit(MOST).forEach(each -> lines.add(1, each.toString()));
        if (all.total() > MOST) {
            lines.add(1, "and " + (all.total() - MOST) + " more");
        }
    }

    private void pool() {
        List<ActorView> holders = snapshot.poolHolders(Integer.MAX_VALUE);
        List<SlotHolder> keepers = snapshot.keepers();
        if (holders.isEmpty() && keepers.isEmpty() && snapshot.pool().waiting() == 0) {
            return;
        }
        lines.gap();
        boolean isEmpty = holders.isEmpty() && keepers.isEmpty();
        lines.add(0, poolTitle() + (isEmpty ? "no actor keeps one" : "most are kept by:"));
        lines.some(MOST, 1, holders, each -> lines.add(1, ActorText.title(each) + ": " + Lines.count(each.slots(), "slot")));
        lines.some(MOST, 1, keepers, each -> lines.add(1, each.name() + ": " + Lines.count(each.slots(), "slot")));
    }

    private void section(String title, List<ActorView> some, Function<ActorView, String> rest) {
        if (some.isEmpty()) {
            return;
        }
        lines.gap();
        lines.add(0, title);
        lines.some(MOST, 1, some, each -> lines.add(1, ActorText.title(each) + rest.apply(each)));
    }

    private String risk(ActorView each) {
        String end = each.hasDeadline()
                ? "ends in " + Span.of(each.deadlineNanos() - snapshot.atNanos())
                : "no deadline of its own; continues when the deadline of another actor passes";
        return " waits for " + each.waitsFor() + ": " + end;
    }

    private void missingShards() {
        List<ShardView> missing = snapshot.shards().stream().filter(ShardView::isMissing).toList();
        if (missing.isEmpty()) {
            return;
        }
        lines.gap();
        lines.add(0, "Shards that did not answer, so that nothing is known of their actors:");
        lines.some(MOST, 1, missing, each -> lines.add(1, "shard " + each.index() + holder(each)));
    }

    private static String holder(ShardView shard) {
        SlowHandler by = shard.heldBy();
        if (by == null) {
            return ": its holder is not known";
        }
        return ": held by " + by.identity() + " for " + Span.of(by.nanos()) + " (" + by.cause() + ")" + at(by.stack())
                + "; " + by.cause().remedy();
    }

    private String poolTitle() {
        PoolView pool = snapshot.pool();
        return "Message pool: " + pool.free() + " of " + Lines.count(pool.slots(), "slot") + " free, "
                + Lines.count(pool.waiting(), "sender") + " waiting; ";
    }

    private static String at(List<StackTraceElement> stack) {
        List<String> own = Frames.own(stack, 1);
        return own.isEmpty() ? "" : ", at " + own.getFirst();
    }

    private String age(long sinceNanos) {
        return Span.of(snapshot.atNanos() - sinceNanos);
    }
}
