package io.hiveactor.runtime.console;

import io.hiveactor.runtime.diagnosis.ActorView;
import io.hiveactor.runtime.diagnosis.Wait;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a table of actors may be sorted by. Its first letters, where they differ, are the keys. */
public enum Sort {
    /** The fullest mailbox first. */
    DEPTH('d', Comparator.comparingInt(actor -> -actor.depth())),
    /** The oldest message first. */
    AGE('a', Comparator.comparingLong(ActorView::oldestNanos)),
    /** Who has waited longest first; who waits for anybody, or for a time, comes behind all others. */
    WAIT('w', Comparator.comparingInt(Sort::idleness).thenComparingLong(ActorView::sinceNanos)),
    /** Who keeps most slots first. */
    SLOTS('s', Comparator.comparingInt(actor -> -actor.slots())),
    /** By name. */
    NAME('n', Comparator.comparing(actor -> actor.identity().name())),
    /** By shard; threads outside first. */
    SHARD('h', Comparator.comparingInt(ActorView::shard));

    private final char key;
    @SuppressWarnings("ImmutableEnumChecker") // made of functions that keep nothing
    private final Comparator<ActorView> order;

    Sort(char key, Comparator<ActorView> order) {
        this.key = key;
        this.order = order.thenComparingLong(actor -> actor.identity().number()); // rows that are equal must not jump about
    }

    /** The key that selects it in a terminal. */
    public char key() {
        return key;
    }

    Comparator<ActorView> order() {
        return order;
    }

    /** As a request and a user write it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns null if there is no such sort. */
    public static @Nullable Sort named(String word) {
        return Arrays.stream(values()).filter(sort -> sort.word().equals(word)).findAny().orElse(null);
    }

    /** Returns the sort that a key selects, null if none. */
    public static @Nullable Sort at(int key) {
        return Arrays.stream(values()).filter(sort -> sort.key == key).findAny().orElse(null);
    }

    /** All words, for a message to the user. */
    public static String names() {
        return Arrays.stream(values()).map(Sort::word).collect(Collectors.joining(", "));
    }

    private static int idleness(ActorView actor) {
        return idlenessOf(actor.waitsFor());
    }

    private static int idlenessOf(Wait wait) {
        return switch (wait) {
            case Wait.Nothing _ -> 2;
            case Wait.AnyMessage _, Wait.Time _ -> 1;
            case Wait.On(var _, var _, var means) -> idlenessOf(means);
            case Wait.Tick _, Wait.From _, Wait.Room _, Wait.Slots _, Wait.Answer _, Wait.Occupant _, Wait.Expected _,
                    Wait.Served _, Wait.FirstOf _, Wait.Unknown _ -> 0;
        };
    }
}
