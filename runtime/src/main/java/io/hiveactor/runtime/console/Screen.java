package io.hiveactor.runtime.console;

import io.hiveactor.runtime.diagnosis.Activity;
import io.hiveactor.runtime.diagnosis.ActorView;
import io.hiveactor.runtime.diagnosis.Deadlock;
import io.hiveactor.runtime.diagnosis.Diagnosis;
import io.hiveactor.runtime.diagnosis.HiveSnapshot;
import io.hiveactor.runtime.diagnosis.Identity;
import io.hiveactor.runtime.diagnosis.PoolView;
import io.hiveactor.runtime.diagnosis.ResourceView;
import io.hiveactor.runtime.diagnosis.Resources;
import io.hiveactor.runtime.diagnosis.ShardView;
import io.hiveactor.runtime.diagnosis.SlowHandler;
import io.hiveactor.runtime.diagnosis.Wait;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A hive as text for a terminal: who is deadlocked, the hive in numbers, its shards, and the actors in an order.
 *
 * <p><b>Threads:</b> immutable.
 */
final class Screen {
    private static final int LONGEST_NAME = 32;
    private static final String NONE = "-";

    private final HiveSnapshot seen;
    private final List<Deadlock> deadlocks;
    private final Sort sort;

    Screen(Diagnosis diagnosis, Sort sort) {
        seen = diagnosis.snapshot();
        deadlocks = diagnosis.deadlocks();
        this.sort = sort;
    }

    /** At most so many lines of so many characters; each ends with a line's end. */
    String text(int rows, int columns) {
        List<String> lines = first(deadlocks.stream().map(Screen::line).toList(), rows / 3, "deadlocks");
        lines.add(actors());
        lines.add(pool());
        lines.addAll(first(shards(), rows / 3, "shards"));
        lines.addAll(resources(rows / 3));
        lines.add("");
        lines.addAll(table(rows - lines.size()));
        return lines.stream().limit(rows).map(line -> Line.cut(Line.printable(line), columns) + "\n")
                .collect(Collectors.joining());
    }

    private static List<String> first(List<String> lines, int room, String what) {
        int shown = shown(lines.size(), room);
        List<String> some = new ArrayList<>(lines.subList(0, shown));
        if (shown < lines.size()) {
            some.add(rest(lines.size() - shown, what));
        }
        return some;
    }

    /** How many of so many lines are shown: all, or as many as leave room for the one that counts the rest. */
    private static int shown(int lines, int room) {
        return lines <= room ? lines : Math.max(0, room - 1);
    }

    private static String rest(int number, String what) {
        return "... and " + number + " more " + what;
    }

    private static String line(Deadlock deadlock) {
        List<ActorView> members = deadlock.members();
        return "DEADLOCK: " + counted(members.size(), "actor") + ": "
                + members.stream().map(member -> member.identity().toString()).collect(Collectors.joining(", "));
    }

    private static String counted(long number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    // ---- the hive ----

    private String actors() {
        List<ActorView> actors = seen.actors();
        Map<Activity, Integer> byActivity = new EnumMap<>(Activity.class);
        actors.forEach(actor -> byActivity.merge(actor.activity(), 1, Integer::sum));
        List<String> parts = new ArrayList<>();
        byActivity.forEach((activity, number) -> parts.add(number + " " + word(activity)));
        if (!seen.isWhole()) {
            parts.add("idle ones left out");
        }
        return "hive " + seen.hive() + ": " + counted(actors.size(), "actor")
                + (parts.isEmpty() ? "" : " (" + String.join(", ", parts) + ")")
                + ", " + counted(seen.shards().size(), "shard");
    }

    private static String word(Activity activity) {
        return activity.name().toLowerCase(Locale.ROOT);
    }

    private String pool() {
        PoolView pool = seen.pool();
        int free = pool.free() + pool.cachedOutside() + seen.shards().stream().mapToInt(ShardView::cachedSlots).sum();
        int deadlines = seen.shards().stream().mapToInt(ShardView::deadlines).sum();
        return "pool: " + (pool.slots() - free) + " of " + counted(pool.slots(), "slot") + " used, " + free + " free, "
                + pool.waiting() + " waiting for slots; " + counted(deadlines, "deadline");
    }

    /** Those that do not answer come first: they must be seen, however many there are. */
    private List<String> shards() {
        Comparator<ShardView> order = Comparator.comparing(shard -> !shard.isMissing());
        return seen.shards().stream().sorted(order).map(Screen::line).toList();
    }

    private static String line(ShardView shard) {
        SlowHandler heldBy = shard.heldBy();
        String held = heldBy == null ? "" : ", held by " + heldBy.identity() + " for " + Span.of(heldBy.nanos()) + " ("
                + heldBy.cause() + ")";
        if (shard.isMissing()) {
            return "shard " + shard.index() + ": no answer" + held;
        }
        return "shard " + shard.index() + ": " + counted(shard.actors().size(), "actor") + ", "
                + counted(shard.turns(), "turn") + ", " + counted(shard.parks(), "park") + ", "
                + counted(shard.messages(), "message") + ", " + counted(shard.fibers(), "fiber") + held;
    }

    // ---- channels, buses and feeds ----

    private List<String> resources(int rows) {
        Resources all = seen.resources();
        if (all.total() == 0) {
            return List.of();
        }
        int shown = Math.min(all.fullest().size(), shown(all.total(), rows - 2));
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.addAll(resourceColumns().lines(all.fullest().subList(0, shown)));
        if (shown < all.total()) {
            lines.add(rest(all.total() - shown, "channels, buses and feeds"));
        }
        return lines;
    }

    private static Table<ResourceView> resourceColumns() {
        return new Table<ResourceView>()
                .words("RESOURCE", view -> shortened(view.resource().toString()))
                .numbers("SHARD", view -> String.valueOf(view.shard()))
                .numbers("FULL", view -> Math.round(view.saturation() * 100) + "%")
                .numbers("DEPTH", view -> ofLimit(view.depth(), view.capacity()))
                .numbers("BYTES", view -> ofLimit(view.bytes(), view.byteCapacity()))
                .numbers("READERS", view -> withWaiting(view.readers(), view.waitingReaders()))
                .numbers("WRITERS", view -> withWaiting(view.writers(), view.waitingWriters()))
                .numbers("DROPS", view -> String.valueOf(view.drops()));
    }

    private static String shortened(String name) {
        return Line.width(name) <= LONGEST_NAME ? name : Line.cut(name, LONGEST_NAME - 1) + "~";
    }

    private static String ofLimit(long number, long limit) {
        return limit == 0 ? String.valueOf(number) : number + "/" + limit;
    }

    private static String withWaiting(int number, int waiting) {
        return waiting == 0 ? String.valueOf(number) : number + " (" + waiting + " wait)";
    }

    // ---- the actors ----

    private List<String> table(int rows) {
        List<ActorView> all = new ArrayList<>(seen.actors());
        all.addAll(seen.outsideWaiters());
        all.sort(sort.order());
        int shown = shown(all.size(), rows - 1);
        List<String> lines = columns().lines(all.subList(0, shown));
        if (shown < all.size()) {
            lines.add(rest(all.size() - shown, "actors"));
        }
        return lines;
    }

    private Table<ActorView> columns() {
        return new Table<ActorView>()
                .words("ACTOR", actor -> name(actor.identity()))
                .numbers("SHARD", actor -> actor.shard() < 0 ? NONE : String.valueOf(actor.shard()))
                .words("PRIORITY", ActorView::priority)
                .words("ACTIVITY", actor -> actor.isZombie() ? "zombie" : word(actor.activity()))
                .numbers("DEPTH", actor -> String.valueOf(actor.depth()))
                .numbers("SLOTS", actor -> String.valueOf(actor.slots()))
                .numbers("OLDEST", actor -> actor.oldestNanos() == ActorView.NEVER ? NONE : since(actor.oldestNanos()))
                .numbers("WAITED", actor -> waits(actor) ? since(actor.sinceNanos()) : NONE)
                .numbers("LEFT", actor -> actor.hasDeadline() ? Span.of(actor.deadlineNanos() - seen.atNanos()) : NONE)
                .words("WAITS FOR", actor -> waits(actor) ? actor.waitsFor().toString() : NONE);
    }

    /** The number stays: it tells two of the same name apart. */
    private static String name(Identity identity) {
        int tooLong = Line.width(identity.toString()) - LONGEST_NAME;
        return tooLong <= 0 ? identity.toString()
                : new Identity(Line.cut(identity.name(), Line.width(identity.name()) - tooLong - 1) + "~", identity.number()).toString();
    }

    private static boolean waits(ActorView actor) {
        return !(actor.waitsFor() instanceof Wait.Nothing);
    }

    private String since(long nanos) {
        return Span.of(seen.atNanos() - nanos);
    }
}
