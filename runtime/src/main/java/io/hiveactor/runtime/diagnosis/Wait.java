package io.hiveactor.runtime.diagnosis;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What somebody waits for. Its {@code toString} completes the sentence "waits for ...". */
public sealed interface Wait {
    /** For nothing: it runs, or can run as soon as it is its turn. */
    record Nothing() implements Wait {
        @Override
        public String toString() {
            return "nothing";
        }
    }

    /**
     * For a message that anybody may send. Who waits for that is idle and never stuck.
     *
     * @param which all, or those that a filter without a sender takes
     */
    record AnyMessage(String which) implements Wait {
        @Override
        public String toString() {
            return which;
        }
    }

    /** For a tick of a timer of its own, and no other message. */
    record Tick() implements Wait {
        @Override
        public String toString() {
            return "a tick of its own timers";
        }
    }

    /**
     * For a message from one sender.
     *
     * @param isGone the sender has ended
     * @param which the filter
     */
    record From(Identity sender, boolean isGone, String which) implements Wait {
        @Override
        public String toString() {
            return which + (isGone ? ", which has ended" : "");
        }
    }

    /**
     * For room in a limited mailbox.
     *
     * @param wanted how many slots it needs then: one, or two for a request
     */
    record Room(Identity target, int wanted, QueuePosition position) implements Wait {
        @Override
        public String toString() {
            return "room in the mailbox of " + target;
        }
    }

    /**
     * For slots of the message pool.
     *
     * @param target the actor it sends to, or the bus it publishes on
     * @param wanted how many slots
     * @param reserved whether it has room reserved in the target's mailbox meanwhile
     */
    record Slots(Identity target, int wanted, boolean reserved, QueuePosition position) implements Wait {
        @Override
        public String toString() {
            String purpose = target.number() == Identity.NO_ACTOR ? ", to publish on " : ", to send to ";
            return (wanted == 1 ? "a slot" : wanted + " slots") + " of the message pool" + purpose + target;
        }
    }

    /** For the answer to a request, by whoever has the right to give it now. */
    record Answer(Identity holder) implements Wait {
        @Override
        public String toString() {
            return "the answer of " + holder;
        }
    }

    /**
     * For somebody to be put into a seat.
     *
     * @param owner who can put him there
     * @param leaver who sat there last and has not left it for good; null if nobody
     */
    record Occupant(Identity seat, Identity owner, @Nullable Identity leaver) implements Wait {
        @Override
        public String toString() {
            return "an actor to be started as " + seat + ", by " + owner;
        }
    }

    /**
     * For news of one other actor, as it said itself.
     *
     * @param isGone that one has ended
     */
    record Expected(Identity other, boolean isGone) implements Wait {
        @Override
        public String toString() {
            return "news of " + other + (isGone ? ", which has ended" : "");
        }
    }

    /**
     * For something that certain others can give, though anybody could: a message on a channel, room on it, an entry on
     * a bus. Who waits for that is idle if one of them is; else he may be stuck.
     *
     * @param what what it is, and on which channel or bus
     * @param servers those who have it open the right way at the moment
     */
    record Served(String what, List<Identity> servers) implements Wait {
        private static final int MOST_NAMED = 3;

        public Served {
            servers = List.copyOf(servers);
        }

        @Override
        public String toString() {
            return what + (servers.isEmpty() ? ", which no actor has open" : ", from " + names());
        }

        private String names() {
            List<String> first = servers.stream().limit(MOST_NAMED).map(Identity::toString).toList();
            if (servers.size() > MOST_NAMED) {
                return String.join(", ", first) + " and " + (servers.size() - MOST_NAMED) + " more";
            }
            String others = String.join(", ", first.subList(0, first.size() - 1));
            return (others.isEmpty() ? "" : others + " or ") + first.getLast();
        }
    }

    /**
     * For what a channel, a bus or an inbox gives.
     *
     * @param need what that is: a message, an entry, room
     * @param means the same wait as the reduction takes it: {@link Served}, {@link AnyMessage} or {@link Unknown}
     */
    record On(Resource resource, String need, Wait means) implements Wait {
        @Override
        public String toString() {
            return means.toString();
        }
    }

    /** For a time to come. */
    record Time() implements Wait {
        @Override
        public String toString() {
            return "the end of its sleep";
        }
    }

    /** For the first of several things. */
    record FirstOf(List<Wait> several) implements Wait {
        public FirstOf {
            several = List.copyOf(several);
        }

        @Override
        public String toString() {
            return "the first of " + several;
        }
    }

    /** For something that the runtime cannot see through, and takes to be possible at any time. */
    record Unknown(String what) implements Wait {
        @Override
        public String toString() {
            return what;
        }
    }
}
