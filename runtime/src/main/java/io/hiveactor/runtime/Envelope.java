package io.hiveactor.runtime;

import io.hiveactor.runtime.port.SlotReceiver;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A slot of the message pool, and the message in it.
 *
 * <p><b>Threads:</b> owner only; it is handed on with everything in it: free list, cache, inbox, mailbox,
 * receiver, cache.
 */
final class Envelope extends SlotState implements Message {
    static final int NONE = -1;

    // kinds: the ordinals of MessageClass, and one that is a NOTIFY to whoever receives it
    static final int NOTIFY = 0;
    static final int REQUEST = 1;
    static final int REPLY = 2;
    static final int TIMER = 3;
    static final int EXIT = 4;
    static final int NAME = 5;
    static final int NOTICE = 6;
    /** No message: something for a sister module, see {@link Parcels}. */
    static final int PARCEL = 7;
    private static final MessageClass[] CLASSES = MessageClass.values();

    /** Where a shard has no message. */
    static final Envelope NOWHERE = new Envelope(MemorySegment.NULL, NONE, 0);

    /** The slot behind it in a mailbox. */
    int next = NONE;

    @Nullable ActorId sender; // null before the slot was first used
    int kind;
    int tag;
    int length;
    /** Of what is not a NOTIFY. */
    long correlation;
    /** When it came to the mailbox it lies in, by its shard's clock of the turn. */
    long sinceNanos;
    /** The user's object; for a tick, its timer. */
    @Nullable Object object;

    Envelope(MemorySegment slab, int index, int size) {
        super(slab, index, size);
    }

    /** Fills in a message; what it does not need of an earlier one stays. A leaf. */
    void fill(int newKind, ActorId from, int newTag, @Nullable Object newObject, int newLength) {
        kind = newKind;
        if (sender != from) { // often it is the same as last time, and a store has a barrier
            sender = from;
        }
        tag = newTag;
        if (object != newObject) { // so is this
            object = newObject;
        }
        length = newLength;
        if (newKind != NOTIFY) {
            correlation = 0;
        }
    }

    /** Becomes another message, in this one's place. */
    void takeOver(Envelope newer) {
        fill(newer.kind, newer.sender(), newer.tag, newer.object, newer.length);
        correlation = newer.correlation;
        answer = newer.answer;
        MemorySegment.copy(slab, newer.offset, slab, offset, newer.length);
    }

    /** Becomes something that is brought to a sister module. False, or an exception, if it is not to be brought. */
    boolean pack(SlotReceiver receiver, @Nullable Object newObject, MemorySegment bytes) {
        length = (int) bytes.byteSize();
        if (length != 0) {
            copyIn(bytes);
        }
        kind = PARCEL;
        key = receiver;
        if (object != newObject) {
            object = newObject;
        }
        boolean isAdmitted = receiver.admits();
        if (!isAdmitted) {
            key = null;
            object = null;
        }
        return isAdmitted;
    }

    AnswerRoom answerRoom() {
        AnswerRoom mine = room;
        if (mine == null) {
            mine = new AnswerRoom(this);
            room = mine;
        }
        return mine;
    }

    void copyIn(MemorySegment payload) {
        MemorySegment.copy(payload, 0, slab, offset, payload.byteSize());
    }

    @Override
    public ActorId sender() {
        ActorId from = sender;
        if (from == null) {
            throw new IllegalStateException("a message that was given back: keep what you need of it");
        }
        return from;
    }

    @Override
    public MessageClass messageClass() {
        return kind >= NOTICE ? MessageClass.NOTIFY : CLASSES[kind];
    }

    @Override
    public int tag() {
        return tag;
    }

    @Override
    public long correlation() {
        return kind == NOTIFY ? 0 : correlation;
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public MemorySegment bytes() {
        return slab.asSlice(offset, length).asReadOnly();
    }

    @Override
    public byte byteAt(int at) {
        Objects.checkIndex(at, length);
        return slab.get(ValueLayout.JAVA_BYTE, offset + at);
    }

    @Override
    public int intAt(int at) {
        Objects.checkFromIndexSize(at, Integer.BYTES, length);
        return slab.get(ValueLayout.JAVA_INT_UNALIGNED, offset + at);
    }

    @Override
    public long longAt(int at) {
        Objects.checkFromIndexSize(at, Long.BYTES, length);
        return slab.get(ValueLayout.JAVA_LONG_UNALIGNED, offset + at);
    }

    @Override
    public @Nullable Object object() {
        return kind == TIMER ? null : object;
    }

    @Override
    public <T> T as(Class<T> type) {
        T typed = type.cast(object());
        if (typed == null) {
            throw new ClassCastException("a message without an object, where a " + type.getName() + " was expected");
        }
        return typed;
    }

    @Override
    public boolean isTickOf(TimerId timer) {
        return kind == TIMER && object == timer;
    }

    @Override
    public String toString() {
        return messageClass() + " tag " + tag + " from " + sender;
    }
}
