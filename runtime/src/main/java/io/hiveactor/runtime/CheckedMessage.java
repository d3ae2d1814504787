package io.hiveactor.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A message in debug mode: the same, until the time comes at which its place may hold another one; from then on every
 * call throws, and the bytes are gone.
 *
 * <p><b>Threads:</b> owner only, the receiving actor.
 */
final class CheckedMessage implements Message {
    private final Envelope original;
    private final Arena arena = Arena.ofShared(); // confined would be the fiber's, and an actor may change that
    private final MemorySegment bytes;
    private final String description;
    private boolean isExpired;
    private boolean isLeaked;

    CheckedMessage(Envelope original) {
        this.original = original;
        description = original.toString();
        MemorySegment copy = arena.allocate(Math.max(1, original.length));
        bytes = copy.asSlice(0, original.length).copyFrom(original.bytes()).asReadOnly();
    }

    void expire() {
        if (!isExpired) {
            isExpired = true;
            try {
                arena.close();
            } catch (IllegalStateException inUse) {
                isLeaked = true; // another thread reads the bytes at this moment; they stay, and so does their memory
            }
        }
    }

    Envelope original() {
        check();
        return original;
    }

    private void check() {
        if (isExpired) {
            throw new IllegalStateException("touched after its time" + (isLeaked ? " (and by another thread)" : "") + ": " + description
                    + "; a message is valid until the next successful receive, or until its handler returns");
        }
    }

    @Override
    public ActorId sender() {
        return original().sender();
    }

    @Override
    public MessageClass messageClass() {
        return original().messageClass();
    }

    @Override
    public int tag() {
        return original().tag();
    }

    @Override
    public long correlation() {
        return original().correlation();
    }

    @Override
    public int length() {
        return original().length();
    }

    @Override
    public MemorySegment bytes() {
        check();
        return bytes;
    }

    @Override
    public byte byteAt(int offset) {
        return original().byteAt(offset);
    }

    @Override
    public int intAt(int offset) {
        return original().intAt(offset);
    }

    @Override
    public long longAt(int offset) {
        return original().longAt(offset);
    }

    @Override
    public @Nullable Object object() {
        return original().object();
    }

    @Override
    public <T> T as(Class<T> type) {
        return original().as(type);
    }

    @Override
    public boolean isTickOf(TimerId timer) {
        return original().isTickOf(timer);
    }

    @Override
    public String toString() {
        return description;
    }
}
