package io.hiveactor.runtime;

import org.jspecify.annotations.Nullable;

/**
 * One actor's half of a link: where it will find the EXIT of the other. When its owner ends first, the half has no use
 * there any more and carries the news to the other one's shard.
 *
 * <p><b>Threads:</b> owner only, the owner's shard; after the owner's end, the peer's.
 */
final class Link extends Command {
    /*
     * Two actors may link and unlink each other at the same time, from two shards. So every call of link has a number, a
     * half knows the last number its owner gave and the last one its peer gave, and an unlink names the numbers that it
     * ends. The halves stand as long as one number does. Without numbers, an unlink on its way could end one half of a
     * link that was made after it, and that half's owner would never hear of an end.
     */
    final Actor owner;
    final Actor peer;
    final Envelope place;
    /** The number of the link that the owner asked for, or 0. */
    long own;
    /** The number of the link that the peer asked for, or 0. */
    long theirs;

    private @Nullable ActorExit exit;

    Link(Actor owner, Actor peer, Envelope place) {
        this.owner = owner;
        this.peer = peer;
        this.place = place;
    }

    /** Carries the owner's end to its peer. */
    void tell(ActorExit news) {
        exit = news;
        peer.home.bring(this, owner.home);
    }

    @Override
    void arrive(Shard shard) {
        Ties ties = peer.ties;
        if (ties != null && exit != null) {
            ties.peerEnded(owner, exit);
        }
    }

    /** Brings a new link to the peer of the one who asked for it. */
    static final class Offer extends Command {
        private final Actor from;
        private final Actor to;
        private final long number;

        Offer(Actor from, Actor to, long number) {
            this.from = from;
            this.to = to;
            this.number = number;
        }

        @Override
        void arrive(Shard shard) {
            if (to.isTold) { // it ended while this was on its way
                new Link(to, from, Envelope.NOWHERE).tell(to.pastExit());
            } else {
                to.ties().offered(from, number);
            }
        }
    }

    /** Brings the end of a link to the peer of the one who ended it. */
    static final class Withdrawal extends Command {
        private final Actor from;
        private final Actor to;
        private final long own;
        private final long theirs;

        Withdrawal(Link ended) {
            from = ended.owner;
            to = ended.peer;
            own = ended.own;
            theirs = ended.theirs;
        }

        @Override
        void arrive(Shard shard) {
            Ties ties = to.ties;
            if (ties != null) {
                ties.withdrawn(from, own, theirs);
            }
        }
    }
}
