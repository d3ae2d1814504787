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

    static void identity(JsonWriter out, Identity identity) {
        out.object(() -> {
            out.field("name", identity.name());
            out.field("number", identity.number());
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
            case Wait.Answer(var holder) -> identity("holder", holder);
            case Wait.Occupant occupant -> occupant(occupant);
            case Wait.Expected expected -> expected(expected);
            case Wait.Served served -> served(served);
            case Wait.FirstOf(var several) -> out.list("several", several, this::write);
            case Wait.On on -> on(on);
            case Wait.Unknown(var what) -> out.field("what", what);
        }
    }

    private void from(Wait.From from) {
        identity("sender", from.sender());
        out.field("isGone", from.isGone());
        out.field("which", from.which());
    }

    private void room(Wait.Room room) {
        identity("target", room.target());
        out.field("wanted", room.wanted());
        position(room.position());
    }

    private void slots(Wait.Slots slots) {
        identity("target", slots.target());
        out.field("wanted", slots.wanted());
        out.field("reserved", slots.reserved());
        position(slots.position());
    }

    private void occupant(Wait.Occupant occupant) {
        identity("seat", occupant.seat());
        identity("owner", occupant.owner());
        identity("leaver", occupant.leaver());
    }

    private void expected(Wait.Expected expected) {
        identity("other", expected.other());
        out.field("isGone", expected.isGone());
    }

    private void served(Wait.Served served) {
        out.field("what", served.what());
        out.list("servers", served.servers(), server -> identity(out, server));
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

    private void position(QueuePosition position) {
        out.name("position");
        out.object(() -> {
            out.field("line", position.line());
            out.field("ticket", position.ticket());
        });
    }

    private void identity(String name, @Nullable Identity identity) {
        if (identity == null) {
            out.empty(name);
        } else {
            out.name(name);
            identity(out, identity);
        }
    }
}
