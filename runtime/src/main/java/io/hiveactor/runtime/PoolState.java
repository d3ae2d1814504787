package io.hiveactor.runtime;

import io.hiveactor.runtime.queue.PaddedBefore;

/**
 * What changes in a {@link MessagePool} with every few messages, apart in memory from what everybody reads with each:
 * otherwise each message would wait for the line that another thread has just written.
 */
abstract class PoolState extends PaddedBefore {
    /** Whether somebody changes the shared list, the waiters or who is hungry. */
    volatile boolean locked;
    /** How many wait for slots. Guarded by the lock; {@link Pressure} shows it to others. */
    int waiterCount;

    /** Room behind them. */
    abstract static class Padded extends PoolState {
        protected long behind0;
        protected long behind1;
        protected long behind2;
        protected long behind3;
        protected long behind4;
        protected long behind5;
        protected long behind6;
        protected long behind7;
    }
}
