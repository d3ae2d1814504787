package io.hiveactor.ipc.codec;

/** Constructors of more components than {@link java.util.function} has a type for; see {@link Codec#record}. */
public final class RecordConstructor {
    private RecordConstructor() {}

    /** Three components. */
    @FunctionalInterface
    public interface Of3<A, B, C, R> {
        R make(A a, B b, C c);
    }

    /** Four components. */
    @FunctionalInterface
    public interface Of4<A, B, C, D, R> {
        R make(A a, B b, C c, D d);
    }

    /** Five components. */
    @FunctionalInterface
    public interface Of5<A, B, C, D, E, R> {
        R make(A a, B b, C c, D d, E e);
    }

    /** Six components. */
    @FunctionalInterface
    public interface Of6<A, B, C, D, E, F, R> {
        R make(A a, B b, C c, D d, E e, F f);
    }
}
