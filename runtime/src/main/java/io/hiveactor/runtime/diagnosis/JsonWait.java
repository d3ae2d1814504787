package io.hiveactor.runtime.diagnosis;

import org.jspecify.annotations.Nullable;

/** A wait as JSON: its kind, and the components of the record under their names. */
final class JsonWait {
    private final JsonWriter out;

    JsonWait(JsonWriter out) {
        this.out = out;
    }

    void write(Wait wait) {
        out.object(() -> {
            out.field("kind", kind(wait));
            parts(wait);
        });
    }

    static void who(JsonWriter out, Who who) {
        out.object(() -> {
            out.field("name", who.name());
            out.field("number", who.number());
        });
    }

    /** A contract with whoever reads it, so no class name that somebody may change. */
    private static String kind(Wait wait) {
        return switch (wait) {
            case Wait.Nothing _ -> "nothing";
            case Wait.AnyMessage _ -> "anyMessage";
            case Wait.Tick _ -> "tick";
            case Wait.From _ -> "from";
            case Wait.Room _ -> "room";
            case Wait.Slots _ -> "slots";
            case Wait.Answer _ -> "answer";
            case Wait.Occupant _ -> "occupant";
            case Wait.Expected _ -> "expected";
            case Wait.Served _ -> "served";
            case Wait.Time _ -> "time";
            case Wait.FirstOf _ -> "firstOf";
            case Wait.On(var _, var _, var means) -> kind(means);
            case Wait.Unknown _ -> "unknown";
        };
    }

    private void parts(Wait wait) {
        switch (wait) {
            case Wait.Nothing _, Wait.Tick _, Wait.Time _ -> {}
            case Wait.AnyMessage(var which) -> out.field("which", which);
            case Wait.From from -> from(from);
            case Wait.Room room -> room(room);
            case Wait.Slots slots -> slots(slots);
            case Wait.Answer(var holder) -> who("holder", holder);
            case Wait.Occupant occupant -> occupant(occupant);
            case Wait.Expected expected -> expected(expected);
            case Wait.Served served -> served(served);
            case Wait.FirstOf(var several) -> out.list("several", several, this::write);
            case Wait.On on -> on(on);
            case Wait.Unknown(var what) -> out.field("what", what);
        }
    }

    private void from(Wait.From from) {
        who("sender", from.sender());
        out.field("isGone", from.isGone());
        out.field("which", from.which());
    }

    private void room(Wait.Room room) {
        who("target", room.target());
        out.field("wanted", room.wanted());
        turn(room.turn());
    }

    private void slots(Wait.Slots slots) {
        who("target", slots.target());
        out.field("wanted", slots.wanted());
        out.field("reserved", slots.reserved());
        turn(slots.turn());
    }

    private void occupant(Wait.Occupant occupant) {
        who("seat", occupant.seat());
        who("owner", occupant.owner());
        who("leaver", occupant.leaver());
    }

    private void expected(Wait.Expected expected) {
        who("other", expected.other());
        out.field("isGone", expected.isGone());
    }

    private void served(Wait.Served served) {
        out.field("what", served.what());
        out.list("servers", served.servers(), server -> who(out, server));
    }

    /** With the parts of what it means, under the same kind: a reader need not know where a wait is. */
    private void on(Wait.On on) {
        parts(on.means());
        out.field("need", on.need());
        out.name("resource");
        resource(out, on.resource());
    }

    static void resource(JsonWriter out, Resource resource) {
        out.object(() -> {
            out.field("kind", resource.kind().name());
            out.field("name", resource.name());
            out.field("number", resource.number());
        });
    }

    private void turn(Turn turn) {
        out.name("turn");
        out.object(() -> {
            out.field("line", turn.line());
            out.field("ticket", turn.ticket());
        });
    }

    private void who(String name, @Nullable Who who) {
        if (who == null) {
            out.empty(name);
        } else {
            out.name(name);
            who(out, who);
        }
    }
}
