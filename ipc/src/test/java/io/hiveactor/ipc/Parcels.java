package io.hiveactor.ipc;

import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Message;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** What a random system has sent and what became of it: each message comes once, in order, or is reported as lost. */
final class Parcels {
    static final int TAGS = 3;

    /** One message, for ever different from all others. Who hands a request on is its sender then. */
    static final class Parcel {
        private final long number;
        private final boolean isBytes;
        final int tag;
        @Nullable ActorId sender;
        ActorId receiver;
        private long order;

        private Parcel(long number, @Nullable ActorId sender, ActorId receiver, int tag, boolean isBytes) {
            this.number = number;
            this.sender = sender;
            this.receiver = receiver;
            this.tag = tag;
            this.isBytes = isBytes;
            order = number;
        }

        /** What is sent: itself, or its number as bytes. */
        Object data() {
            return isBytes ? ByteBuffer.allocate(8).order(ByteOrder.nativeOrder()).putLong(0, number) : this;
        }

        boolean isIn(Message message) {
            return isBytes ? message.length() == 8 && message.longAt(0) == number : message.object() == this;
        }

        private List<Object> way() {
            return List.of(sender == null ? "outside" : sender, receiver, tag);
        }

        @Override
        public String toString() {
            return (sender == null ? "outside" : sender) + " to " + receiver + " tag " + tag + " number " + number
                    + (isBytes ? " in bytes" : "");
        }
    }

    /** What comes in order. */
    private record Stream(@Nullable ActorId sender, ActorId receiver, int tag, boolean isBytes) {}

    private final BiConsumer<Boolean, String> require;
    private long numbers;
    private final Map<Long, Parcel> inBytes = new HashMap<>();

    /** Sent, and neither received nor known to be lost. */
    private final Set<Parcel> underWay = new HashSet<>();
    /** Requests that ended early, by a death or a drop: they may never have been queued. */
    private final Set<Parcel> unclear = new HashSet<>();
    /** The last one that came of each stream, or of which others of the stream should have come before. */
    private final Map<Stream, Long> last = new HashMap<>();
    /** What is told of lost bytes says no more than the way. */
    private final Map<List<Object>, Integer> lostInBytes = new HashMap<>();

    private final Set<Parcel> answered = new HashSet<>();

    Parcels(BiConsumer<Boolean, String> require) {
        this.require = require;
    }

    Parcel next(@Nullable ActorId sender, ActorId receiver, int tag, boolean isBytes) {
        var parcel = new Parcel(numbers++, sender, receiver, tag, isBytes);
        if (isBytes) {
            inBytes.put(parcel.number, parcel);
        }
        return parcel;
    }

    /** To be called before a send that may wait: it may be received before the call returns. */
    void sent(Parcel parcel) {
        underWay.add(parcel);
    }

    void notSent(Parcel parcel, Object why) {
        require.accept(underWay.remove(parcel), "sent in spite of " + why + ": " + parcel);
    }

    void isUnclear(Parcel parcel) {
        unclear.add(parcel);
    }

    void handedOn(Parcel parcel, ActorId by, ActorId to) {
        parcel.sender = by;
        parcel.receiver = to;
        parcel.order = numbers++;
        underWay.add(parcel);
    }

    /**
     * @param tags which tags would have been received as well, had they been earlier in the mailbox
     * @param isConflated where an object takes the place of an older one, before bytes that came in between
     */
    Parcel received(ActorId self, Message message, IntPredicate tags, boolean isConflated) {
        Parcel parcel = message.length() == 0 ? message.as(Parcel.class) : inBytes.get(message.longAt(0));
        boolean isOfSender = parcel.sender == null || parcel.sender == message.sender();
        require.accept(parcel.receiver == self && isOfSender && parcel.tag == message.tag(), "not for me: " + parcel);
        require.accept(underWay.remove(parcel), "received twice, or never sent: " + parcel);
        Long before = last.get(new Stream(parcel.sender, self, parcel.tag, parcel.isBytes));
        require.accept(before == null || before < parcel.order, "out of order: " + parcel + " after " + before);
        for (int tag = 0; tag < TAGS; tag++) {
            if (tag == parcel.tag || (!isConflated && tags.test(tag))) {
                last.merge(new Stream(parcel.sender, self, tag, parcel.isBytes), parcel.order, Math::max);
                if (!isConflated) {
                    last.merge(new Stream(parcel.sender, self, tag, !parcel.isBytes), parcel.order, Math::max);
                }
            }
        }
        return parcel;
    }

    void answered(Parcel parcel, Message answer) {
        require.accept(parcel.isIn(answer), "the answer to another question: " + answer + " to " + parcel);
        require.accept(answered.add(parcel), "answered twice: " + parcel);
    }

    void lost(@Nullable Object object, ActorId sender, ActorId receiver, int tag, boolean isFromOutside) {
        if (object == null) {
            lostInBytes.merge(List.of(isFromOutside ? "outside" : sender, receiver, tag), 1, Integer::sum);
        } else {
            require.accept(underWay.remove((Parcel) object), "lost twice, or never sent: " + object);
        }
    }

    /** Everybody is gone: nothing is under way any more. */
    void checkNothingIsLost() {
        var unclearOnes = new HashSet<>(underWay);
        unclearOnes.retainAll(unclear);
        underWay.removeAll(unclearOnes);
        underWay.removeIf(this::isToldInBytes);
        unclearOnes.removeIf(this::isToldInBytes); // after those that must have been told
        require.accept(underWay.isEmpty(), "messages are lost: " + underWay);
        lostInBytes.values().removeIf(count -> count == 0);
        require.accept(lostInBytes.isEmpty(), "lost twice, or never sent, in bytes: " + lostInBytes);
    }

    private boolean isToldInBytes(Parcel parcel) {
        boolean isTold = parcel.isBytes && lostInBytes.getOrDefault(parcel.way(), 0) > 0;
        if (isTold) {
            lostInBytes.merge(parcel.way(), -1, Integer::sum);
        }
        return isTold;
    }
}
