package io.hiveactor.ipc.channel;

import java.util.ArrayList;
import java.util.List;

/**
 * What one user of channels has sent and received. A call is noted before it is made and completed after it, so that a
 * killed user leaves behind what it was at.
 *
 * <p><b>Threads:</b> owner only; after its end, whoever looks.
 */
final class Diary {
    /** One message; without an outcome the call did not return. */
    static final class Sending {
        final int descriptor;
        final long payload;
        long sequence = ChannelMessage.NO_SEQUENCE;
        ChannelStatus outcome;

        Sending(int descriptor, long payload) {
            this.descriptor = descriptor;
            this.payload = payload;
        }

        @Override
        public String toString() {
            return Long.toHexString(payload) + " on " + descriptor + ": " + outcome + ", sequence " + sequence;
        }
    }

    /** What came through one handle, while it was a tap or was none. */
    static final class Reading {
        final int descriptor;
        final boolean isTap;
        /** The first message for it is not before this one. */
        final long from;
        /** Nor after this one. */
        final long until;

        final List<Got> got = new ArrayList<>();
        /** Receives that did not return. */
        int unfinished;

        Reading(int descriptor, boolean isTap, long from, long until) {
            this.descriptor = descriptor;
            this.isTap = isTap;
            this.from = from;
            this.until = until;
        }

        /** The least sequence that is certainly for it, and that it has not got. */
        long wants() {
            return got.isEmpty() ? until : got.getLast().sequence + 1;
        }

        @Override
        public String toString() {
            return (isTap ? "tap" : "reader") + " of " + descriptor + " from " + from + " to " + until + ": " + got;
        }
    }

    record Got(long sequence, long payload, boolean missedSome) {}

    final List<Sending> sendings = new ArrayList<>();
    final List<Reading> readings = new ArrayList<>();
    long timeouts;
    long deadlocks;
    long selects;
    long hints;

    Sending sends(int descriptor, long payload) {
        var sending = new Sending(descriptor, payload);
        sendings.add(sending);
        return sending;
    }

    Reading reads(int descriptor, boolean isTap, long from, long until) {
        var reading = new Reading(descriptor, isTap, from, until);
        readings.add(reading);
        return reading;
    }
}
