package io.hiveactor.runtime.diagnosis;

import java.util.ArrayList;
import java.util.List;

/** What follows from a wait by itself. */
final class Waits {
    private Waits() {}

    /**
     * Whether somebody waits for something that only certain others can give, or have open to give: then he can be
     * stuck. Who waits for anybody's message, for a time, or for what the runtime does not know, cannot.
     */
    static boolean isParticular(Wait wait) {
        return switch (wait) {
            case Wait.Room _, Wait.Slots _, Wait.Answer _, Wait.From _, Wait.Occupant _, Wait.Expected _, Wait.Tick _,
                    Wait.Served _ -> true;
            case Wait.FirstOf(var several) -> several.stream().allMatch(Waits::isParticular);
            case Wait.On(var _, var _, var means) -> isParticular(means);
            case Wait.Nothing _, Wait.AnyMessage _, Wait.Time _, Wait.Unknown _ -> false;
        };
    }

    /** The actors that a wait names as those who can end it; for slots see {@link HiveSnapshot#poolHolders}. */
    static List<Identity> targets(Wait wait) {
        return switch (wait) {
            case Wait.Room(var target, var _, var _) -> List.of(target);
            case Wait.Answer(var holder) -> List.of(holder);
            case Wait.From(var sender, var _, var _) -> List.of(sender);
            case Wait.Occupant(var _, var owner, var leaver) -> leaver == null ? List.of(owner) : List.of(owner, leaver);
            case Wait.Expected(var other, var _) -> List.of(other);
            case Wait.Served(var _, var servers) -> servers;
            case Wait.On(var _, var _, var means) -> targets(means);
            case Wait.FirstOf(var several) -> {
                var all = new ArrayList<Identity>();
                several.forEach(each -> all.addAll(targets(each)));
                yield all;
            }
            case Wait.Nothing _, Wait.AnyMessage _, Wait.Tick _, Wait.Slots _, Wait.Time _, Wait.Unknown _ -> List.of();
        };
    }

    /** Those of whom each would end a wait by what he has open, if he were woken. */
    static List<Identity> servers(Wait wait) {
        return switch (wait) {
            case Wait.Served(var _, var servers) -> servers;
            case Wait.FirstOf(var several) -> several.stream().flatMap(each -> servers(each).stream()).toList();
            case Wait.On(var _, var _, var means) -> servers(means);
            case Wait.Room _, Wait.Slots _, Wait.Answer _, Wait.From _, Wait.Occupant _, Wait.Expected _, Wait.Tick _,
                    Wait.Nothing _, Wait.AnyMessage _, Wait.Time _, Wait.Unknown _ -> List.of();
        };
    }
}
