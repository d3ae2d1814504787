package io.hiveactor.ipc.channel;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Whether the diaries of all users fit together: nothing twice or out of order, nothing lost but as was promised. */
final class Reckoning {
    private record Place(int descriptor, long sequence) {}

    private final Collection<Diary> diaries;
    private final Map<Integer, Integer> modes;
    private final Map<Place, Long> payloads = new HashMap<>();
    private final Map<Long, Place> places = new HashMap<>();
    private final Set<Long> refused = new HashSet<>();
    private final Set<Place> taken = new HashSet<>();
    /** Per descriptor, the sends and receives that did not return. */
    private final Map<Integer, Integer> unclearSends = new HashMap<>();

    private final Map<Integer, Integer> unclearReceives = new HashMap<>();

    /** @param modes per descriptor */
    Reckoning(Collection<Diary> diaries, Map<Integer, Integer> modes) {
        this.diaries = diaries;
        this.modes = modes;
    }

    void check() {
        for (Diary diary : diaries) {
            checkSendings(diary);
        }
        for (Diary diary : diaries) {
            diary.readings.forEach(this::checkReading);
        }
    }

    private void checkSendings(Diary diary) {
        Map<Integer, Long> last = new HashMap<>();
        for (Diary.Sending sending : diary.sendings) {
            if (sending.outcome == null) {
                unclearSends.merge(sending.descriptor, 1, Integer::sum);
            } else if (sending.outcome == ChannelStatus.OK) {
                place(sending.descriptor, sending.sequence, sending.payload);
                Long before = last.put(sending.descriptor, sending.sequence);
                require(before == null || before < sending.sequence, "sent out of order after " + before, sending);
            } else {
                refused.add(sending.payload);
            }
        }
    }

    private void place(int descriptor, long sequence, long payload) {
        var place = new Place(descriptor, sequence);
        Long known = payloads.put(place, payload);
        require(known == null || known == payload, "two messages in one place", place);
        Place other = places.put(payload, place);
        require(other == null || other.equals(place), "one message in two places: " + other, place);
    }

    private void checkReading(Diary.Reading reading) {
        unclearReceives.merge(reading.descriptor, reading.unfinished, Integer::sum);
        boolean isStream = reading.isTap || ChannelModes.isFanOut(modes.get(reading.descriptor));
        Diary.Got before = null;
        for (Diary.Got got : reading.got) {
            require(!refused.contains(got.payload()), "received though it was refused: " + got, reading);
            place(reading.descriptor, got.sequence(), got.payload());
            if (isStream) {
                checkNext(reading, before, got);
            } else {
                require(before == null || before.sequence() < got.sequence(), "out of order: " + got, reading);
                require(taken.add(new Place(reading.descriptor, got.sequence())), "twice: " + got, reading);
            }
            before = got;
        }
    }

    /** Everybody gets everything, or is told that he missed some. */
    private void checkNext(Diary.Reading reading, Diary.Got before, Diary.Got got) {
        boolean mayMiss = reading.isTap || ChannelModes.dropsOldest(modes.get(reading.descriptor));
        if (before == null) {
            require(got.sequence() >= reading.from, "of before its time: " + got, reading);
            require(got.sequence() <= reading.until || (mayMiss && got.missedSome()), "not the first: " + got, reading);
            return;
        }
        require(before.sequence() < got.sequence(), "twice, or out of order: " + got, reading);
        boolean isNext = before.sequence() + 1 == got.sequence();
        require(isNext != got.missedSome(), "missed some or not: " + got, reading);
        require(isNext || mayMiss, "lost before: " + got, reading);
    }

    /** Nothing is lost of a channel that has been there all the time and is empty now. */
    void checkWhole(ChannelState channel) {
        int descriptor = channel.descriptor();
        require(channel.isFanOut() || channel.depth() == 0, "drained", channel);
        int unknown = 0;
        int untaken = 0;
        for (long i = 0; i < channel.nextSequence(); i++) {
            unknown += payloads.containsKey(new Place(descriptor, i)) ? 0 : 1;
            untaken += channel.isFanOut() || taken.contains(new Place(descriptor, i)) ? 0 : 1;
        }
        require(unknown <= unclearSends.getOrDefault(descriptor, 0), unknown + " sent by nobody", channel);
        require(untaken <= unclearReceives.getOrDefault(descriptor, 0), untaken + " lost", channel);
        for (Place place : payloads.keySet()) {
            require(place.descriptor != descriptor || place.sequence < channel.nextSequence(), "never sent", place);
        }
    }

    /** A message that no reader of a dropping channel got, though it asked, was told to be dropped. */
    void checkDrops(Map<Integer, Set<Long>> told) {
        for (Diary diary : diaries) {
            for (Diary.Reading reading : diary.readings) {
                if (!reading.isTap && ChannelModes.dropsOldest(modes.get(reading.descriptor))) {
                    checkDrops(reading, told.getOrDefault(reading.descriptor, Set.of()));
                }
            }
        }
    }

    private static void checkDrops(Diary.Reading reading, Set<Long> told) {
        List<Diary.Got> got = reading.got;
        for (int i = 1; i < got.size(); i++) {
            for (long lost = got.get(i - 1).sequence() + 1; lost < got.get(i).sequence(); lost++) {
                require(told.contains(lost), "not told that it was dropped: " + lost, reading);
            }
        }
    }

    private static void require(boolean holds, String what, Object about) {
        if (!holds) {
            throw new AssertionError(what + " (" + about + ")");
        }
    }
}
