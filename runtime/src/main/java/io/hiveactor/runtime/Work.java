package io.hiveactor.runtime;

/**
 * Something to do that gives a result and may throw.
 *
 * @param <T> the result
 * @param <X> what it may throw; inferred, also as none at all
 */
@FunctionalInterface
public interface Work<T, X extends Exception> {
    /** Does the work and returns its result. */
    T run() throws X;
}
