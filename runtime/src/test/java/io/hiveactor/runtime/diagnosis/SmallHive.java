package io.hiveactor.runtime.diagnosis;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * A hive of a few actors at one moment, small enough to try everything that can happen next.
 *
 * @param free slots in the shared list
 * @param reserved how many slots of the shared list only ticks may take
 * @param cached slots in the shard's cache
 * @param adrift slots that are on their way, and come back to the shared list
 * @param hasOutsideSource whether something outside may send to who listens to anybody
 */
record SmallHive(List<Member> members, int free, int reserved, int cached, int adrift, boolean hasOutsideSource) {
    /**
     * One actor; or a thread outside, which has no mailbox and waits to send.
     *
     * @param hasDeadline its call may end by a timeout
     * @param limit of its mailbox; 0 for none
     * @param messages of users in its mailbox, none of which its call takes
     * @param kept other slots in use by it: ticks, what it reads, the rooms for its answers
     * @param timers how many ticks may come
     * @param isListed the snapshot shows it; only who is idle may be left out
     */
    record Member(
            Call call,
            boolean hasDeadline,
            int limit,
            int messages,
            int kept,
            int timers,
            boolean isThread,
            boolean isListed) {
        boolean isIdle() {
            return call instanceof Call.Receive receive && receive.hearsAnybody();
        }

        boolean awaitsChannel() {
            return call instanceof Call.Receive receive && receive.awaitsChannel();
        }

        /** Whether it waits for something that only certain others can give. */
        boolean isParticular() {
            return !(call instanceof Call.Running) && !(call instanceof Call.Ended) && !isIdle();
        }

        private boolean wantsSlots() {
            boolean isForTick = timers > 0 && call instanceof Call.Receive receive && receive.hearsTicks();
            return isForTick || call instanceof Call.Send;
        }

        private Member withDeadline(boolean newHasDeadline) {
            return new Member(call, newHasDeadline, limit, messages, kept, timers, isThread, isListed);
        }
    }

    Member member(int index) {
        return members.get(index);
    }

    int size() {
        return members.size();
    }

    /** The same, but for whose calls may end by a timeout. */
    SmallHive withDeadlines(IntPredicate hasDeadline) {
        List<Member> changed = new ArrayList<>();
        for (int i = 0; i < size(); i++) {
            changed.add(members.get(i).withDeadline(hasDeadline.test(i)));
        }
        return new SmallHive(changed, free, reserved, cached, adrift, hasOutsideSource);
    }

    /**
     * Whether somebody waits for room in a mailbox where somebody else, who may time out, has reserved some, and a
     * third one wants slots as well.
     */
    boolean mayGiveRoomByTimeout() {
        boolean isContested = members.stream().anyMatch(one -> one.call instanceof Call.Send in && in.forRoom()
                && members.stream().anyMatch(other -> other.hasDeadline && other.call instanceof Call.Send out
                        && !out.forRoom() && out.to() == in.to()));
        long wanting = members.stream().filter(each -> !each.hasDeadline && each.wantsSlots()).count();
        return isContested && wanting > 1;
    }
}
