package io.hiveactor.runtime.diagnosis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/** A real hive that stands still, as a {@link SmallHive} that everything can be tried on. */
final class RealAsSmall {
    private final HiveSnapshot snapshot;
    private final ToIntFunction<Identity> limitOf;
    private final Map<Long, Integer> places = new HashMap<>();
    private final Map<Integer, Identity> ended = new LinkedHashMap<>();

    private RealAsSmall(HiveSnapshot snapshot, ToIntFunction<Identity> limitOf) {
        this.snapshot = snapshot;
        this.limitOf = limitOf;
        snapshot.actors().forEach(each -> places.put(each.identity().number(), places.size()));
    }

    /** The actors of the snapshot, in its order, and behind them those who have ended. */
    static SmallHive of(HiveSnapshot snapshot, ToIntFunction<Identity> limitOf) {
        return new RealAsSmall(snapshot, limitOf).hive();
    }

    private SmallHive hive() {
        List<SmallHive.Member> members = new ArrayList<>();
        int found = 0;
        for (ActorView view : snapshot.actors()) {
            members.add(member(view));
            found += view.slots();
        }
        ended.forEach((place, identity) ->
                members.add(new SmallHive.Member(new Call.Ended(), false, 0, 0, 0, 0, false, false)));
        PoolView pool = snapshot.pool();
        int adrift = pool.slots() - pool.free() - pool.cachedOutside() - found;
        return new SmallHive(members, pool.free(), pool.reserved(), 0, adrift, false);
    }

    private SmallHive.Member member(ActorView view) {
        Call call = call(view);
        int kept = view.slots() - view.depth();
        return new SmallHive.Member(call, view.hasDeadline(), limitOf.applyAsInt(view.identity()), view.depth(), kept,
                view.timers(), false, true);
    }

    private int place(Identity identity) {
        return places.computeIfAbsent(identity.number(), number -> {
            ended.put(places.size(), identity);
            return places.size();
        });
    }

    private Call call(ActorView view) {
        return switch (view.waitsFor()) {
            case Wait.Nothing _, Wait.Time _, Wait.Unknown _ -> new Call.Running();
            case Wait.Answer(var holder) -> new Call.AwaitAnswer(place(holder));
            case Wait.Room(var target, var wanted, var turn) -> new Call.Send(place(target), wanted == 2, true, turn);
            case Wait.Slots(var target, var wanted, var _, var turn) -> new Call.Send(place(target), wanted == 2, false, turn);
            case Wait.On on -> throw new IllegalArgumentException("no real hive here waits so: " + on);
            case Wait.FirstOf(var several) -> new Call.Receive(several.stream().map(this::source).toList());
            case Wait.AnyMessage _, Wait.From _, Wait.Expected _, Wait.Tick _, Wait.Occupant _, Wait.Served _ ->
                    new Call.Receive(List.of(source(view.waitsFor())));
        };
    }

    private Call.Source source(Wait wait) {
        return switch (wait) {
            case Wait.AnyMessage _ -> new Call.Source.Anybody();
            case Wait.From(var sender, var _, var _) -> new Call.Source.From(place(sender));
            case Wait.Expected(var other, var _) -> new Call.Source.NewsOf(place(other));
            case Wait.Tick _ -> new Call.Source.Ticks();
            default -> throw new IllegalArgumentException("no real hive here waits so: " + wait);
        };
    }
}
