package io.hiveactor.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Identifies one actor, or the inbox of an external thread. An id is never reused for a later actor, except that of a
 * {@link ReservedId}, which names one actor after another.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class ActorId implements SpawnResult {
    /** Whom it leads to. Changes only if it is a seat's, under the seat's lock; who reads an old one finds somebody gone. */
    Recipient recipient;

    final @Nullable ReservedId seat;
    /** The name it was spawned with or, to save a field, the class of its code if it has none. */
    private final Object nameOrCode;

    private final long number;

    /** @param nameOrCode a name, or the class of the code of an actor without one */
    ActorId(Recipient recipient, Object nameOrCode, long number) {
        this.recipient = recipient;
        this.nameOrCode = nameOrCode;
        this.number = number;
        seat = null;
    }

    ActorId(Hive hive, ReservedId seat, String name, long number) {
        this.seat = seat;
        nameOrCode = name;
        this.number = number;
        recipient = new Vacancy(hive, this);
    }

    /** The name the actor was spawned with; empty if it has none. */
    public String name() {
        return nameOrCode instanceof String name ? name : "";
    }

    /** Unique within its hive. */
    public long number() {
        return number;
    }

    /** Whether the actor that it leads to is a handler of a class. False for one that has ended. */
    public boolean isHandledBy(Class<? extends Handler> type) {
        return recipient instanceof Actor actor && actor.isHandledBy(type);
    }

    /** The name it was spawned with or, if it has none, that of the class of its code: for people. */
    String label() {
        return nameOrCode instanceof Class<?> code ? labelOf(code) : name();
    }

    /** {@code Worker}, {@code Outer$1} for a class without a name of its own, {@code Outer.lambda} for a lambda. */
    static String labelOf(Class<?> code) {
        String name = code.getName();
        int suffix = name.indexOf('/'); // a hidden class has one
        String last = name.substring(name.lastIndexOf('.', suffix < 0 ? name.length() : suffix) + 1);
        int lambda = last.indexOf("$$Lambda");
        if (lambda >= 0) {
            return last.substring(0, lambda) + ".lambda";
        }
        String simple = code.getSimpleName();
        return simple.isEmpty() ? last : simple;
    }

    /** The name, or that of the class of its code, and the number: {@code worker#12}. */
    @Override
    public String toString() {
        return label() + "#" + number;
    }
}
