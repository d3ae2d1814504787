package io.hiveactor.runtime.diagnosis;

import java.util.List;

/** The call that an actor of a {@link SmallHive} is in. Others are named by their place in it. */
sealed interface Call {
    /** None that waits: its code runs, and may do anything. */
    record Running() implements Call {}

    /** None any more. */
    record Ended() implements Call {}

    /**
     * A send, or a request, that waits for room or for slots.
     *
     * @param forRoom it waits for room in the target's mailbox still; else for slots, and has its room reserved
     *     there if that has a limit
     */
    record Send(int to, boolean isRequest, boolean forRoom, QueuePosition position) implements Call {
        int wants() {
            return isRequest ? 2 : 1;
        }
    }

    /** A request that has been sent, and waits for its answer. */
    record AwaitAnswer(int of) implements Call {}

    /** A receive that takes the first message from any of its sources. */
    record Receive(List<Source> sources) implements Call {
        boolean hearsAnybody() {
            return sources.stream().anyMatch(each -> each instanceof Source.Anybody);
        }

        boolean hearsTicks() {
            return hearsAnybody() || sources.stream().anyMatch(each -> each instanceof Source.Ticks);
        }

        boolean awaitsChannel() {
            return sources.stream().anyMatch(each -> each instanceof Source.Channel);
        }

        /** Whether he has a channel open that it waits for. */
        boolean isServedBy(int identity) {
            return sources.stream().anyMatch(
                    each -> each instanceof Source.Channel(List<Integer> openers) && openers.contains(identity));
        }

        /** A message of his, or that of his end. */
        boolean hears(int identity) {
            return sources.stream().anyMatch(each -> switch (each) {
                case Source.Anybody _ -> true;
                case Source.From(int sender) -> sender == identity;
                case Source.NewsOf(int other) -> other == identity;
                case Source.Ticks _, Source.Channel _ -> false;
            });
        }
    }

    /** What a receive listens to. */
    sealed interface Source {
        record Anybody() implements Source {}

        record From(int sender) implements Source {}

        record NewsOf(int other) implements Source {}

        record Ticks() implements Source {}

        /** A message on a channel, or room there, which comes without a slot of the pool. */
        record Channel(List<Integer> openers) implements Source {}
    }
}
