package io.hiveactor.runtime.diagnosis;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Makes up a {@link SmallHive} from a seed: any that could be, with more of what makes actors wait. */
final class RandomSmallHive {
    static final int MOST = 4;

    private final SplittableRandom random;
    private final int size;
    private final boolean hasLines;
    /** Nobody runs or has a deadline: where anybody does, all channels may be served. */
    private final boolean isQuiet;
    private final int[] limits;
    private final int[] messages;
    private final boolean[] hasEnded;
    private final boolean[] isThread;
    /** Room that nobody has taken yet; what is left in the end is taken by messages if somebody waits for it. */
    private final int[] room;
    /** Who has them open. */
    private final List<List<Integer>> channels = new ArrayList<>();

    private int tickets;

    private RandomSmallHive(long seed) {
        random = new SplittableRandom(seed);
        size = 2 + random.nextInt(MOST - 1);
        hasLines = random.nextBoolean();
        isQuiet = chance(3);
        limits = new int[size];
        messages = new int[size];
        hasEnded = new boolean[size];
        isThread = new boolean[size];
        room = new int[size];
    }

    static SmallHive of(long seed) {
        return new RandomSmallHive(seed).hive();
    }

    private SmallHive hive() {
        for (int i = 0; i < size; i++) {
            hasEnded[i] = i > 0 && chance(12);
            isThread[i] = i > 0 && !hasEnded[i] && chance(12);
            if (hasMailbox(i)) {
                limits[i] = chance(2) ? 1 + random.nextInt(2) : 0;
                messages[i] = random.nextInt(limits[i] == 0 ? 3 : limits[i] + 1);
                room[i] = limits[i] - messages[i];
            }
        }
        channels.add(openers());
        channels.add(openers());
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            calls.add(call(i));
        }
        fillWhereSomebodyWaitsForRoom(calls);
        List<SmallHive.Member> members = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            members.add(member(i, calls.get(i)));
        }
        return new SmallHive(members, random.nextInt(chance(4) ? 4 : 2), random.nextInt(2), chance(8) ? 1 : 0,
                chance(8) ? 1 + random.nextInt(2) : 0, chance(8));
    }

    private boolean hasMailbox(int identity) {
        return !hasEnded[identity] && !isThread[identity];
    }

    private boolean chance(int oneIn) {
        return random.nextInt(oneIn) == 0;
    }

    // ---- calls ----

    private Call call(int self) {
        if (hasEnded[self]) {
            return new Call.Ended();
        }
        if (isThread[self]) {
            return send(self);
        }
        return switch (random.nextInt(15)) {
            case 0, 1 -> isQuiet ? idle() : new Call.Running();
            case 2 -> idle();
            case 3, 4 -> new Call.Receive(sources());
            case 5 -> new Call.AwaitAnswer(livingBut(self));
            case 6, 7, 8 -> new Call.Receive(List.of(channel()));
            default -> isQuiet && chance(2) ? new Call.Receive(List.of(channel())) : send(self);
        };
    }

    private static Call idle() {
        return new Call.Receive(List.of(new Call.Source.Anybody()));
    }

    private List<Call.Source> sources() {
        List<Call.Source> sources = new ArrayList<>();
        do {
            sources.add(switch (random.nextInt(7)) {
                case 0, 1, 2 -> new Call.Source.From(actor());
                case 3, 4 -> new Call.Source.NewsOf(actor());
                case 5 -> channel();
                default -> new Call.Source.Ticks();
            });
        } while (chance(3));
        return sources;
    }

    private Call.Source channel() {
        return new Call.Source.Channel(channels.get(random.nextInt(channels.size())));
    }

    /** Threads, too; and perhaps nobody. */
    private List<Integer> openers() {
        return IntStream.range(0, size).filter(i -> !hasEnded[i] && random.nextBoolean()).boxed().toList();
    }

    /** Anybody, itself and those who have ended included; but no thread, which nobody can name. */
    private int actor() {
        int any = random.nextInt(size);
        return isThread[any] ? 0 : any;
    }

    /** Somebody who lives. Itself, if nobody else does; then it is as good as any. */
    private int livingBut(int self) {
        int other = (self + 1 + random.nextInt(size - 1)) % size;
        while (!hasMailbox(other)) {
            other = (other + 1) % size;
        }
        return other;
    }

    private Call send(int self) {
        int to = livingBut(self);
        boolean isLimited = limits[to] > 0;
        boolean forRoom = isLimited && (room[to] == 0 || chance(3));
        if (isLimited && !forRoom) {
            room[to]--;
        }
        var turn = new QueuePosition(hasLines ? random.nextInt(2) : 0, tickets++);
        return new Call.Send(to, chance(3), forRoom, turn);
    }

    private void fillWhereSomebodyWaitsForRoom(List<Call> calls) {
        for (Call call : calls) {
            if (call instanceof Call.Send send && send.forRoom()) {
                messages[send.to()] += room[send.to()];
                room[send.to()] = 0;
            }
        }
    }

    // ---- the rest of a member ----

    private SmallHive.Member member(int self, Call call) {
        boolean mayTimeOut =
                !isQuiet && !(call instanceof Call.Running) && chance(call instanceof Call.Send ? 3 : 6);
        if (!hasMailbox(self)) {
            return new SmallHive.Member(call, mayTimeOut && isThread[self], 0, 0, 0, 0, isThread[self], isThread[self]);
        }
        int kept = (call instanceof Call.AwaitAnswer ? 1 : 0) + (chance(3) ? 1 : 0);
        int timers = chance(4) ? 1 : 0;
        boolean isBare = messages[self] + kept + timers == 0 && !mayTimeOut;
        boolean isIdle = call instanceof Call.Receive receive && receive.hearsAnybody();
        boolean isListed = !(isIdle && isBare) || chance(2);
        return new SmallHive.Member(call, mayTimeOut, limits[self], messages[self], kept, timers, false, isListed);
    }
}
