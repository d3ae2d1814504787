package io.hiveactor.ipc.channel;

import java.util.function.LongSupplier;

/** How a message gets into a channel: to the end of its queue or in the place of an older one, and to its taps. */
final class Intake {
    private final Events events;
    private final LongSupplier clock;
    private int tapRateLimit;

    Intake(int tapRateLimit, Events events, LongSupplier clock) {
        this.tapRateLimit = tapRateLimit;
        this.events = events;
        this.clock = clock;
    }

    int tapRateLimit() {
        return tapRateLimit;
    }

    void limitTaps(int copiesPerSecond) {
        tapRateLimit = copiesPerSecond;
    }

    /** False, and no message is lost, if there is no room for it. */
    boolean accepts(Handle by, ChannelMessage message) {
        by.descriptor.reclaim(); // before both: what all have read takes room from a replacement too
        return (by.coalesces() && replaces(by, message)) || appends(by, message);
    }

    /** Queues a message if there is room, or can be made. */
    private boolean appends(Handle by, ChannelMessage message) {
        Descriptor d = by.descriptor;
        if (!d.queue.fits(message.cost()) && !makesRoom(d, message.cost())) {
            return false;
        }
        message.sequence = d.nextSequence++;
        d.queue.append(message);
        if (d.isTapped()) {
            copyToTaps(d, message);
        }
        events.sent(by, message);
        return true;
    }

    private boolean makesRoom(Descriptor d, int cost) {
        if (!d.dropsOldest() || cost > d.queue.limit()) {
            return false;
        }
        while (!d.queue.fits(cost)) {
            events.overrun(d);
            d.dropFirst();
        }
        return true;
    }

    /**
     * Puts a message in the place of the one that the same coalescing handle sent last, if nobody has read that yet.
     */
    private boolean replaces(Handle by, ChannelMessage message) {
        MessageRing queue = by.descriptor.queue;
        for (int i = queue.depth() - 1; i >= 0; i--) {
            if (queue.origin(i) == by.origin && queue.channel(i) == message.channel()) {
                return replaces(by, message, i);
            }
        }
        return false;
    }

    private boolean replaces(Handle by, ChannelMessage message, int index) {
        Descriptor d = by.descriptor;
        int growth = message.length - d.queue.length(index);
        long sequence = d.queue.sequence(index);
        if (sequence < by.firstSequence || !d.queue.fits(growth) || !d.isUnread(sequence)) {
            return false;
        }
        d.queue.replace(index, message);
        d.coalesced++;
        copyToTaps(d, message);
        events.sent(by, message);
        return true;
    }

    void copyToTaps(Descriptor d, ChannelMessage message) {
        for (Tap tap : d.taps) {
            if (tapRateLimit == 0 || tap.admits(tapRateLimit, clock.getAsLong())) {
                tap.copy(message);
            } else {
                events.tapLimited(tap.owner, tapRateLimit);
            }
        }
    }
}
