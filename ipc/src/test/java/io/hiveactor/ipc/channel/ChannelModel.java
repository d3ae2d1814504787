package io.hiveactor.ipc.channel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one channel should do, in the plainest way: lists of texts, and each reader with a list of its own. Each handle
 * belongs to the pid of the same number.
 */
final class ChannelModel {
    private static final class Text {
        final Opener by;
        final int channel;
        String text;

        Text(Opener by, int channel, String text) {
            this.by = by;
            this.channel = channel;
            this.text = text;
        }
    }

    private static final class Opener {
        final boolean reads;
        /** Opened without a word: it is what it did last. */
        final boolean isWhatItDoes;
        boolean sentLast;
        final List<Text> unread = new ArrayList<>();
        boolean isTap;
        boolean coalesces;
        boolean missed;
        List<String> copies = new ArrayList<>();
        boolean missedCopies;

        Opener(boolean reads, boolean isWhatItDoes) {
            this.reads = reads;
            this.isWhatItDoes = isWhatItDoes;
        }

        boolean isReader() {
            return reads && !isTap && !(isWhatItDoes && sentLast);
        }
    }

    private record Wait(int id, int handle, int channel, String text) {}

    /** What became of waits, in order. */
    final List<String> log = new ArrayList<>();

    private final boolean fanOut;
    private final boolean drops;
    private int capacity;
    private final List<Text> queue = new ArrayList<>();
    private final Map<Integer, Opener> openers = new HashMap<>();
    private final List<Wait> receivers = new ArrayList<>();
    private final List<Wait> senders = new ArrayList<>();

    ChannelModel(int capacity, int mode) {
        this.capacity = capacity;
        fanOut = (mode & (ChannelModes.FANOUT | ChannelModes.FANOUT_DROP | ChannelModes.FANOUT_BLOCK)) != 0;
        drops = fanOut && (mode & ChannelModes.FANOUT_BLOCK) == 0;
    }

    void open(int handle, int access) {
        openers.put(handle, new Opener(access != ChannelModes.WRONLY, access == 0));
        settle();
    }

    void tap(int handle, boolean on) {
        Opener opener = openers.get(handle);
        if (opener.isTap != on) {
            opener.copies = new ArrayList<>();
            opener.missedCopies = false;
        }
        opener.isTap = on;
        settle();
    }

    void coalesce(int handle, boolean on) {
        openers.get(handle).coalesces = on;
        settle();
    }

    void close(int handle) {
        end(handle, "INVALID_HANDLE");
    }

    void revoke(int handle) {
        end(handle, "CLOSED");
    }

    void exit(int handle) {
        end(handle, null);
    }

    /** A smaller capacity loses the oldest messages. */
    void resize(int newCapacity) {
        capacity = newCapacity;
        while (used() > capacity) {
            dropFirst();
        }
        settle();
    }

    /** @param outcome of the waits of this handle; null if nobody is there to be told */
    private void end(int handle, String outcome) {
        for (List<Wait> line : List.of(receivers, senders)) {
            List<Wait> ended = line.stream().filter(wait -> wait.handle == handle).toList();
            line.removeAll(ended);
            ended.stream().filter(_ -> outcome != null).forEach(wait -> log.add(wait.id + " " + outcome));
        }
        openers.remove(handle);
        reclaim();
        settle();
    }

    String send(int handle, int channel, String text, int waitId) {
        turn(handle);
        if (cost(text) > capacity) {
            return "MSG_TOO_LARGE";
        }
        if (senders.isEmpty() && accepts(handle, channel, text)) {
            settle();
            return "OK";
        }
        if (waitId == 0) {
            return "WOULDBLOCK";
        }
        senders.add(new Wait(waitId, handle, channel, text));
        return "WAITING";
    }

    void hint(int handle) {
        turn(handle);
        for (Wait wait : List.copyOf(receivers)) {
            if (!openers.get(wait.handle).isTap) {
                receivers.remove(wait);
                log.add(wait.id + " ");
                if (!fanOut) {
                    break;
                }
            }
        }
    }

    /** It is a sender from now on: room that it kept is for those who wait for it. */
    private void turn(int handle) {
        openers.get(handle).sentLast = true;
        admit();
    }

    String receive(int handle, int waitId) {
        String got = take(handle);
        if (got == null && waitId != 0) {
            receivers.add(new Wait(waitId, handle, 0, ""));
        }
        admit();
        return got != null ? got : waitId == 0 ? "NO_DATA" : "WAITING";
    }

    void withdraw(int waitId) {
        receivers.removeIf(wait -> wait.id == waitId);
        senders.removeIf(wait -> wait.id == waitId);
        settle();
    }

    String state() {
        List<Integer> receiving = receivers.stream().map(Wait::handle).toList();
        List<Integer> sending = senders.stream().map(Wait::handle).toList();
        return queue.size() + " " + used() + " " + receiving + " " + sending;
    }

    int copies(int handle) {
        return openers.get(handle).copies.size();
    }

    /** There may be more room; what all have read goes when somebody needs it, and not before. */
    private void admit() {
        if (!senders.isEmpty()) {
            settle();
        }
    }

    private void settle() {
        boolean changed = true;
        while (changed) {
            changed = serve(false);
            changed |= serve(true);
            if (!senders.isEmpty() && cost(senders.getFirst().text) > capacity) {
                log.add(senders.removeFirst().id + " MSG_TOO_LARGE");
                changed = true;
            } else if (!senders.isEmpty() && accepts(senders.getFirst().handle, senders.getFirst().channel,
                    senders.getFirst().text)) {
                log.add(senders.removeFirst().id + " sent");
                changed = true;
            }
        }
    }

    private boolean serve(boolean taps) {
        boolean served = false;
        for (Wait wait : List.copyOf(receivers)) {
            String got = openers.get(wait.handle).isTap == taps ? take(wait.handle) : null;
            if (got != null) {
                receivers.remove(wait);
                log.add(wait.id + " " + got);
                served = true;
            }
        }
        return served;
    }

    private String take(int handle) {
        Opener opener = openers.get(handle);
        if (opener.isTap) {
            if (opener.copies.isEmpty()) {
                return null;
            }
            String copy = opener.copies.removeFirst() + (opener.missedCopies ? "!" : "");
            opener.missedCopies = false;
            return copy;
        }
        if (!fanOut) {
            return queue.isEmpty() ? null : queue.removeFirst().text;
        }
        reclaim();
        if (opener.unread.isEmpty()) {
            return null;
        }
        String got = opener.unread.removeFirst().text + (opener.missed ? "!" : "");
        opener.sentLast = false;
        opener.missed = false;
        reclaim();
        return got;
    }

    private boolean accepts(int handle, int channel, String text) {
        reclaim();
        return coalesces(handle, channel, text) || appends(handle, channel, text);
    }

    private boolean coalesces(int handle, int channel, String text) {
        Text older = null;
        for (Text candidate : queue) {
            older = candidate.by == openers.get(handle) && candidate.channel == channel ? candidate : older;
        }
        if (older == null || !openers.get(handle).coalesces) {
            return false;
        }
        if (used() - older.text.length() + text.length() > capacity || (fanOut && isReadBySome(older))) {
            return false;
        }
        older.text = text;
        copy(text);
        return true;
    }

    private boolean isReadBySome(Text text) {
        return openers.values().stream().anyMatch(opener -> opener.reads && !opener.isTap && !opener.unread.contains(text));
    }

    private boolean appends(int handle, int channel, String text) {
        while (drops && used() + cost(text) > capacity) {
            dropFirst();
        }
        if (used() + cost(text) > capacity) {
            return false;
        }
        var added = new Text(openers.get(handle), channel, text);
        queue.add(added);
        openers.values().stream().filter(opener -> opener.reads).forEach(opener -> opener.unread.add(added));
        copy(text);
        return true;
    }

    private void dropFirst() {
        Text lost = queue.removeFirst();
        for (Opener opener : openers.values()) {
            opener.missed |= opener.unread.remove(lost) && opener.isReader();
        }
    }

    private void copy(String text) {
        for (Opener tap : openers.values().stream().filter(opener -> opener.isTap).toList()) {
            tap.copies.add(text);
            while (tap.copies.stream().mapToInt(ChannelModel::cost).sum() > capacity) {
                tap.copies.removeFirst();
                tap.missedCopies = true;
            }
        }
    }

    private void reclaim() {
        boolean hasReaders = openers.values().stream().anyMatch(Opener::isReader);
        while (fanOut && hasReaders && !queue.isEmpty()) {
            Text oldest = queue.getFirst();
            if (openers.values().stream().anyMatch(opener -> opener.isReader() && opener.unread.contains(oldest))) {
                return;
            }
            queue.removeFirst();
            openers.values().forEach(opener -> opener.unread.remove(oldest));
        }
    }

    private int used() {
        return queue.stream().mapToInt(text -> cost(text.text)).sum();
    }

    private static int cost(String text) {
        return text.length() + 8;
    }
}
