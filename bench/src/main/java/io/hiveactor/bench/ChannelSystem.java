package io.hiveactor.bench;

/**
 * A system that has channels: its contestants for the workloads of channels. They send {@link Parcels}, wait where a
 * channel is full, and check what they receive. An operation is one message sent, to however many.
 */
interface ChannelSystem {
    /** Messages that a channel has room for. */
    int ROOM = 100;
    /** Readers in a fan-out. */
    int READERS = 8;

    /** One sends and one receives, on one thread where the system can choose it. */
    Contestant sendReceive();

    /** One sends and one receives, each on a thread of its own where the system can choose it. */
    Contestant cross();

    /** One sends, and each of eight receives every message. */
    Contestant fanOut();

    /** As send-receive, with one more that gets what it has room for, and for whom the sender does not wait. */
    Contestant tap();
}
