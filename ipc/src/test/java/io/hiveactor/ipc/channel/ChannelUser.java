package io.hiveactor.ipc.channel;

import io.hiveactor.ipc.Timeouts;

import static io.hiveactor.ipc.channel.ChannelStatus.CLOSED;
import static io.hiveactor.ipc.channel.ChannelStatus.DEADLOCK;
import static io.hiveactor.ipc.channel.ChannelStatus.INTERRUPTED;
import static io.hiveactor.ipc.channel.ChannelStatus.INVALID_HANDLE;
import static io.hiveactor.ipc.channel.ChannelStatus.MSG_TOO_LARGE;
import static io.hiveactor.ipc.channel.ChannelStatus.NO_DATA;
import static io.hiveactor.ipc.channel.ChannelStatus.OK;
import static io.hiveactor.ipc.channel.ChannelStatus.TIMEOUT;
import static io.hiveactor.ipc.channel.ChannelStatus.WOULDBLOCK;

import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.MessageFilter;
import io.hiveactor.runtime.SelectResult;
import io.hiveactor.runtime.Source;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Somebody who does random things with channels, and writes down what became of them: an actor, or a thread outside.
 *
 * <p><b>Threads:</b> owner only. What it is at may be looked at while it waits.
 */
final class ChannelUser {
    static final long ENDLESS = -1;
    private static final int MOST_HANDLES = 4;
    private static final long MILLI = 1_000_000;

    /** One channel that users know of. */
    record Place(String target, int capacity, int mode) {}

    /** Where users meet. */
    interface Ground {
        List<Place> places();

        /** A descriptor was opened. */
        void knows(int descriptor, Place place);

        /** The next sequence of a channel; less than 0 if that cannot be known. */
        long next(Place place);

        long nowNanos();

        /** Whether calls take no time besides what they wait. */
        boolean isExact();

        /** Whether calls may be interrupted, or channels shut. */
        boolean isDisturbed();
    }

    /** One handle. */
    static final class Hand {
        final Place place;
        final int handle;
        final int descriptor;
        final int access;
        Diary.Reading reading;

        Hand(Place place, OpenResult opened, int access) {
            this.place = place;
            handle = opened.handle();
            descriptor = opened.descriptor();
            this.access = access;
        }

        boolean maySend() {
            return access != ChannelModes.RDONLY;
        }

        boolean mayReceive() {
            return access != ChannelModes.WRONLY;
        }
    }

    final ChannelClient me;
    final Diary diary;
    final List<Hand> hands = new ArrayList<>();
    /** What it waits to receive from, in a call that it is in; or null. */
    volatile List<Hand> receiving;
    /** What it waits to send on, and how many bytes that costs; or null. */
    volatile Hand sending;

    volatile int cost;

    /** What it has bound, or is about to, and not opened; or null. */
    volatile Place binding;

    private final int number;
    private final ActorContext ipc;
    private final SplittableRandom choices;
    private final Ground ground;
    private final ChannelMessage into = new ChannelMessage(64);
    private int messages;

    /** @param ipc null for threads outside */
    ChannelUser(ChannelClient me, int number, ActorContext ipc, Diary diary, SplittableRandom choices, Ground ground) {
        this.me = me;
        this.number = number;
        this.ipc = ipc;
        this.diary = diary;
        this.choices = choices;
        this.ground = ground;
    }

    /** @param longestMillis that it waits; {@link #ENDLESS} if it may wait for ever now and then */
    void operate(int longestMillis) {
        if (hands.isEmpty()) {
            open(ground.places().get(choices.nextInt(ground.places().size())), choices.nextInt(4));
            return;
        }
        Hand hand = hands.get(choices.nextInt(hands.size()));
        switch (choices.nextInt(16)) {
            case 0 -> {
                if (hands.size() < MOST_HANDLES) {
                    open(ground.places().get(choices.nextInt(ground.places().size())), choices.nextInt(4));
                }
            }
            case 1 -> close(hand);
            case 2 -> tap(hand);
            case 3 -> look(hand);
            case 4, 5, 6, 7, 8 -> send(hand, timeout(longestMillis));
            case 9, 10, 11, 12 -> receive(hand, timeout(longestMillis));
            default -> select(timeout(longestMillis));
        }
    }

    private long timeout(int longestMillis) {
        return switch (choices.nextInt(6)) {
            case 0, 1 -> 0;
            case 2 -> longestMillis == ENDLESS ? ENDLESS : longestMillis;
            default -> 1 + choices.nextInt(longestMillis == ENDLESS ? 20 : longestMillis);
        };
    }

    // ---- handles ----

    void open(Place place, int access) {
        // in fan-out a handle that was opened without a word is a reader now and then, which nobody could foresee
        int flags = ChannelModes.isFanOut(place.mode) && access == 0 ? ChannelModes.RDONLY : access;
        boolean isTap = choices.nextInt(8) == 0 && flags != ChannelModes.WRONLY;
        binding = place;
        BindResult bound = me.bind(place.target, place.capacity, place.mode);
        require(bound.status() == OK, "not bound: " + bound);
        ground.knows(bound.descriptor(), place);
        long from = ground.next(place);
        OpenResult opened = me.open(place.target, flags | (isTap ? ChannelModes.TAP : 0));
        binding = null;
        if (opened.status() == OK) {
            ground.knows(opened.descriptor(), place);
            long until = ground.next(place);
            var hand = new Hand(place, opened, flags);
            boolean isKnown = until >= 0 && opened.descriptor() == bound.descriptor();
            hand.reading =
                    diary.reads(opened.descriptor(), isTap, isKnown ? from : 0, isKnown ? until : Long.MAX_VALUE);
            hands.add(hand);
        } else {
            require(opened.status() == ChannelStatus.NO_DESCRIPTOR, "not opened: " + opened); // freed in between
        }
    }

    void close(Hand hand) {
        hands.remove(hand);
        expect(me.close(hand.handle), OK);
        require(me.close(hand.handle) == INVALID_HANDLE, "closed twice");
    }

    private void tap(Hand hand) {
        if (!hand.mayReceive() || hand.reading.isTap) {
            return; // from a tap back to a reader is what the table's own tests look at
        }
        expect(me.tap(hand.handle, true), OK);
        hand.reading = diary.reads(hand.descriptor, true, 0, Long.MAX_VALUE);
    }

    private void look(Hand hand) {
        var peek = new Peek();
        expect(me.peek(hand.handle, peek), OK);
        require(peek.bytesUsed() <= hand.place.capacity, "more than it can hold: " + peek.bytesUsed());
    }

    // ---- messages ----

    private void send(Hand hand, long millis) {
        boolean isHint = choices.nextInt(12) == 0;
        long payload = (long) number << 32 | ++messages;
        byte[] bytes = isHint ? new byte[0] : Arrays.copyOf(ByteBuffer.allocate(8).putLong(payload).array(),
                8 + choices.nextInt(13));
        var message = new ChannelMessage(bytes);
        long before = ground.nowNanos();
        if (isHint || !hand.maySend()) {
            ChannelStatus status = me.send(hand.handle, message, Timeouts.ofMillis(millis));
            expect(status, hand.maySend() ? OK : INVALID_HANDLE);
            return;
        }
        Diary.Sending noted = diary.sends(hand.descriptor, payload);
        cost = bytes.length + MessageRing.OVERHEAD;
        sending = millis == 0 ? null : hand;
        ChannelStatus status = me.send(hand.handle, message, Timeouts.ofMillis(millis));
        sending = null;
        noted.sequence = message.sequence();
        noted.outcome = status;
        ended(status, Set.of(OK, TIMEOUT, WOULDBLOCK, MSG_TOO_LARGE, DEADLOCK), WOULDBLOCK, millis, before);
        require(status != MSG_TOO_LARGE || cost > hand.place.capacity, "too large: " + cost);
        require(!ChannelModes.dropsOldest(hand.place.mode) || status == OK || status == MSG_TOO_LARGE || ground.isDisturbed(),
                "no room where there always is: " + status);
    }

    private void receive(Hand hand, long millis) {
        if (!hand.mayReceive()) {
            expect(me.receive(hand.handle, into, Timeouts.ofMillis(millis)), INVALID_HANDLE);
            return;
        }
        long before = ground.nowNanos();
        hand.reading.unfinished++;
        receiving = millis == 0 ? null : List.of(hand);
        ChannelStatus status = me.receive(hand.handle, into, Timeouts.ofMillis(millis));
        receiving = null;
        hand.reading.unfinished--;
        ended(status, Set.of(OK, TIMEOUT, NO_DATA, DEADLOCK), NO_DATA, millis, before);
        if (status == OK) {
            took(hand);
        }
    }

    /** Takes all that is there. */
    void drain(Hand hand) {
        while (me.receive(hand.handle, into) == OK) {
            took(hand);
        }
    }

    private void took(Hand hand) {
        if (into.length() == 0) {
            diary.hints++;
            return;
        }
        long payload = ByteBuffer.wrap(into.bytes(), 0, 8).getLong();
        hand.reading.got.add(
                new Diary.Got(into.sequence(), payload, (into.flags() & MessageFlags.OVERRUN) != 0));
    }

    private void select(long millis) {
        List<Hand> readable = hands.stream().filter(Hand::mayReceive).toList();
        if (ipc == null || readable.isEmpty()) {
            return;
        }
        List<Source> sources = new ArrayList<>(readable.stream().map(hand -> me.source(hand.handle)).toList());
        boolean hearsMessages = choices.nextBoolean();
        if (hearsMessages) {
            sources.add(choices.nextInt(sources.size() + 1), MessageFilter.any());
        }
        if (choices.nextInt(8) == 0) {
            sources.add(sources.getFirst()); // the same one once more
        }
        long before = ground.nowNanos();
        receiving = millis == 0 ? null : readable;
        SelectResult selected = ipc.select(Timeouts.ofMillis(millis), sources.toArray(new Source[0]));
        receiving = null;
        diary.selects++;
        if (selected instanceof SelectResult.Ready(int index, var _)) {
            Source ready = sources.get(index);
            readable.stream().filter(hand -> ready.toString().equals(me.source(hand.handle).toString()))
                    .forEach(hand -> receive(hand, 0));
        }
        boolean isTimeout = selected == SelectResult.Nothing.TIMEOUT;
        long spent = ground.nowNanos() - before;
        require(!isTimeout || spent >= millis * MILLI, "a select of " + millis + " ms ended after " + spent + " ns");
        require(millis < 0 || spent <= millis * MILLI || !ground.isExact(),
                "a select of " + millis + " ms took " + spent + " ns");
    }

    // ---- what is expected ----

    private void ended(ChannelStatus status, Set<ChannelStatus> may, ChannelStatus refusal, long millis, long before) {
        long spent = ground.nowNanos() - before;
        boolean isDisturbed =
                ground.isDisturbed() && (status == CLOSED || status == INVALID_HANDLE || status == INTERRUPTED);
        require(may.contains(status) || isDisturbed, "unexpected: " + status);
        require(status != refusal || millis == 0, "not waited for " + millis + " ms: " + status);
        require(status != DEADLOCK || millis == ENDLESS, "a deadlock that would have ended after " + millis + " ms");
        require(status != TIMEOUT || (millis > 0 && spent >= millis * MILLI),
                "timed out of " + millis + " ms after " + spent + " ns");
        require(millis < 0 || spent <= millis * MILLI || !ground.isExact(), millis + " ms took " + spent + " ns");
        diary.timeouts += status == TIMEOUT ? 1 : 0;
        diary.deadlocks += status == DEADLOCK ? 1 : 0;
    }

    private void expect(ChannelStatus status, ChannelStatus expected) {
        require(status == expected || (ground.isDisturbed() && (status == CLOSED || status == INVALID_HANDLE)),
                "not " + expected + ": " + status);
    }

    private void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what + " (pid " + me.pid() + ")");
        }
    }
}
