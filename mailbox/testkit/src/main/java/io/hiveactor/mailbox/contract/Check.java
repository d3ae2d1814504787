package io.hiveactor.mailbox.contract;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One fact that holds for every mailbox that promises what the fact needs. */
public final class Check {
    /** What is done to find out. */
    @FunctionalInterface
    interface Body {
        void run(Visit visit) throws Exception;
    }

    private final String fact;
    private final Set<Promise> needs;
    private final Body body;

    Check(String fact, Set<Promise> needs, Body body) {
        this.fact = fact;
        this.needs = needs;
        this.body = body;
    }

    /** The fact, as a name. */
    public String fact() {
        return fact;
    }

    /** Whether a backend promises what this is about. */
    public boolean appliesTo(ContractSubject subject) {
        return needs.stream().noneMatch(subject.lacks()::contains);
    }

    /**
     * Finds out.
     *
     * @throws AssertionError if the fact is none
     */
    public void run(ContractSubject subject) throws Exception {
        try (var visit = new Visit(subject)) {
            body.run(visit);
        }
    }

    static void equal(@Nullable Object expected, @Nullable Object actual) {
        if (!Objects.equals(expected, actual)) {
            throw new AssertionError("expected " + expected + " but was " + actual);
        }
    }

    static void isTrue(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    static <E extends Throwable> void fails(Class<E> type, String part, Body call, Visit visit) {
        try {
            call.run(visit);
        } catch (Throwable e) {
            boolean isNamed = type.isInstance(e) && String.valueOf(e.getMessage()).contains(part);
            if (!isNamed) {
                throw new AssertionError("expected a " + type.getSimpleName() + " that names " + part + " but was " + e, e);
            }
            return;
        }
        throw new AssertionError("expected a " + type.getSimpleName());
    }

    @Override
    public String toString() {
        return fact + (needs.isEmpty() ? "" : " " + List.copyOf(needs));
    }
}
