package io.hiveactor.bench;

/** Threads that share a number of operations. They are new in each round and end with it. */
final class Workers {
    /** Does so many. The loop is the contestant's own, so that the compiler sees one kind of operation in it. */
    @FunctionalInterface
    interface Share {
        void work(int operations) throws InterruptedException;
    }

    private Workers() {}

    /** Starts so many platform threads. */
    static void startPlatform(int workers, int operations, Share share) {
        start(Thread.ofPlatform().daemon(), workers, operations, share);
    }

    /** Starts so many virtual threads. */
    static void startVirtual(int workers, int operations, Share share) {
        start(Thread.ofVirtual(), workers, operations, share);
    }

    private static void start(Thread.Builder kind, int workers, int operations, Share share) {
        for (int i = 0; i < workers; i++) {
            int mine = share(operations, workers, i);
            kind.start(() -> work(share, mine));
        }
    }

    /** How many of all operations are a worker's. */
    static int share(int operations, int workers, int worker) {
        return operations / workers + (worker < operations % workers ? 1 : 0);
    }

    private static void work(Share share, int operations) {
        try {
            share.work(operations);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts a worker", e);
        }
    }
}
