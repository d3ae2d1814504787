package io.hiveactor.runtime.diagnosis;

import java.util.ArrayList;
import java.util.List;

/** How a {@link SmallHive} looks from outside. */
final class SmallSnapshot {
    private static final int CACHED_OUTSIDE = 1; // which nobody inside ever gets
    private static final List<Activity> FREE = List.of(Activity.RUNNING, Activity.READY, Activity.DEAD);

    private final SmallHive hive;

    private SmallSnapshot(SmallHive hive) {
        this.hive = hive;
    }

    static HiveSnapshot of(SmallHive hive) {
        return new SmallSnapshot(hive).snapshot();
    }

    /** The actor's place in its hive. */
    static int index(ActorView view) {
        return (int) Math.abs(view.identity().number()) - 1;
    }

    private HiveSnapshot snapshot() {
        List<ActorView> actors = new ArrayList<>();
        List<ActorView> threads = new ArrayList<>();
        int inUse = 0;
        for (int i = 0; i < hive.size(); i++) {
            SmallHive.Member member = hive.member(i);
            inUse += member.messages() + member.kept();
            if (member.isListed()) {
                (member.isThread() ? threads : actors).add(view(i, member));
            }
        }
        int slots = hive.free() + hive.cached() + CACHED_OUTSIDE + hive.adrift() + inUse;
        long waiting = hive.members().stream()
                .filter(each -> each.call() instanceof Call.Send send && !send.forRoom()).count();
        var pool = new PoolView(slots, hive.free(), hive.reserved(), CACHED_OUTSIDE, (int) waiting);
        List<String> sources = hive.hasOutsideSource() ? List.of("source") : List.of();
        return Views.snapshot(actors, threads, sources, pool, hive.cached());
    }

    private ActorView view(int index, SmallHive.Member member) {
        boolean hearsTicks = member.timers() > 0
                && member.call() instanceof Call.Receive receive && receive.hearsTicks();
        return Views.actor(identity(index)).does(activity(index, member.call())).waitsFor(wait(member))
                .deadline(member.hasDeadline()).depth(member.messages()).slots(member.messages() + member.kept())
                .timers(member.timers()).hearsTicks(hearsTicks).view();
    }

    private Identity identity(int index) {
        boolean isThread = hive.member(index).isThread();
        return new Identity(String.valueOf((char) ('a' + index)), isThread ? -index - 1 : index + 1);
    }

    private static Activity activity(int index, Call call) {
        return switch (call) {
            case Call.Running _ -> FREE.get(index % FREE.size());
            case Call.Ended _ -> Activity.DEAD;
            case Call.Send _ -> Activity.SENDING;
            case Call.AwaitAnswer _ -> Activity.REQUESTING;
            case Call.Receive receive when receive.hearsAnybody() -> Activity.RECEIVING;
            case Call.Receive(List<Call.Source> sources)
                    when sources.size() == 1 && sources.getFirst() instanceof Call.Source.Channel -> Activity.AWAITING;
            case Call.Receive _ -> Activity.SELECTING;
        };
    }

    private Wait wait(SmallHive.Member member) {
        return switch (member.call()) {
            case Call.Running _, Call.Ended _ -> new Wait.Nothing();
            case Call.Send send when send.forRoom() -> new Wait.Room(identity(send.to()), send.wants(), send.position());
            case Call.Send send -> new Wait.Slots(
                    identity(send.to()), send.wants(), hive.member(send.to()).limit() > 0, send.position());
            case Call.AwaitAnswer(int of) -> new Wait.Answer(identity(of));
            case Call.Receive(List<Call.Source> sources) when sources.size() == 1 -> wait(sources.getFirst());
            case Call.Receive(List<Call.Source> sources) -> new Wait.FirstOf(sources.stream().map(this::wait).toList());
        };
    }

    private Wait wait(Call.Source source) {
        return switch (source) {
            case Call.Source.Anybody _ -> new Wait.AnyMessage("a message");
            case Call.Source.From(int sender) -> new Wait.From(identity(sender), hasEnded(sender), "from " + identity(sender));
            case Call.Source.NewsOf(int other) -> new Wait.Expected(identity(other), hasEnded(other));
            case Call.Source.Ticks _ -> new Wait.Tick();
            case Call.Source.Channel(List<Integer> openers) ->
                    new Wait.Served("a channel", openers.stream().map(this::identity).toList());
        };
    }

    private boolean hasEnded(int index) {
        return hive.member(index).call() instanceof Call.Ended;
    }
}
