package io.hiveactor.bench;

import com.google.errorprone.annotations.CanIgnoreReturnValue;

/** A contestant with one actor that takes orders, and tells when it has carried one out. */
interface Match extends Contestant {
    /**
     * Gives the actor an order, and waits until it is carried out.
     *
     * @return the nanoseconds that took
     */
    @CanIgnoreReturnValue
    long play(Object order) throws InterruptedException;

    /** The order is the number of operations. */
    @Override
    default long run(int operations) throws InterruptedException {
        return play(operations);
    }
}
