package io.hiveactor.runtime.diagnosis;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What those lack whom no actor is left to wake, in words. */
final class Missing {
    private final List<ActorView> members;
    private final Set<Identity> stuck;

    Missing(Deadlock deadlock) {
        members = deadlock.members();
        stuck = members.stream().map(ActorView::identity).collect(Collectors.toSet());
    }

    List<String> all() {
        return members.stream().flatMap(each -> of(each, each.waitsFor())).distinct().toList();
    }

    private Stream<String> of(ActorView each, Wait wait) {
        return switch (wait) {
            case Wait.From(var sender, var isGone, var _) -> of(sender, isGone);
            case Wait.Expected(var other, var isGone) -> of(other, isGone);
            case Wait.Tick _ -> Stream.of(tick(each));
            case Wait.Served(var what, var servers) when servers.isEmpty() ->
                    Stream.of(what + " for " + each.identity() + ": no actor has it open to serve it");
            case Wait.FirstOf(var several) -> several.stream().flatMap(one -> of(each, one));
            case Wait.On(var _, var _, var means) -> of(each, means);
            case Wait.Room _, Wait.Slots _, Wait.Answer _, Wait.Occupant _, Wait.Served _, Wait.Nothing _,
                    Wait.AnyMessage _, Wait.Time _, Wait.Unknown _ ->
                    Waits.targets(wait).stream().flatMap(identity -> of(identity, false));
        };
    }

    /** Who is stuck as well is not missing: he is listed with what he lacks himself. */
    private Stream<String> of(Identity identity, boolean isGone) {
        if (stuck.contains(identity)) {
            return Stream.of();
        }
        return Stream.of(identity + (isGone ? " has ended" : " is idle, and no actor is left to wake it"));
    }

    private static String tick(ActorView each) {
        return "a tick for " + each.identity() + ": "
                + (each.hearsTicks() ? "the message pool has no slot for it" : "it has no timer that would bring one");
    }
}
