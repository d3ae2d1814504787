package io.hiveactor.bench;

/**
 * A system that can publish to subscribers: its contestants for the workloads of the bus. They publish
 * {@link NumberedEntry}s, lose none, and every subscriber checks that it gets each of them in its order. An operation is
 * one publish, to however many.
 */
interface BusSystem {
    /** Entries that are published and not read by all, at most. */
    int ROOM = 1024;

    /** One publishes and so many subscribe, all on one thread where the system can choose it. */
    Contestant publish(int subscribers);

    /** One publishes and one subscribes, each on a thread of its own. */
    Contestant cross();
}
