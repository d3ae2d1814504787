package io.hiveactor.bus;

import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.diagnosis.Identity;
import io.hiveactor.runtime.diagnosis.Wait;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** What a wait for a bus is a wait for. <b>Threads:</b> any thread. */
final class Explanation {
    private Explanation() {}

    /** Who waits for an entry is idle as long as no actor publishes, or a thread outside does. */
    static Wait ofEntry(BusCore core) {
        String what = "an entry on " + core;
        List<Identity> publishers = all(core.publishers());
        return on(core, "entry", publishers.isEmpty() || core.isPublishedOutside()
                ? new Wait.AnyMessage(what)
                : new Wait.Served(what, publishers));
    }

    /** The first in line waits for a slot or for room, and those behind it for the same. */
    static Wait ofPublish(BusCore core) {
        Wait slot = core.awaitedSlot();
        return slot == null ? ofRoom(core) : slot;
    }

    /**
     * Room comes from those who have yet to read the oldest entry; or from anybody, if a thread outside reads, or if nobody has to
     * read and it is an entry of such a thread, on its way, that has the room.
     */
    private static Wait ofRoom(BusCore core) {
        String what = "room on " + core;
        boolean comesByItself = !core.config.maxAge().isZero();
        if (comesByItself) {
            return on(core, "room", new Wait.Unknown(what));
        }
        List<Identity> behind = all(core.behind());
        boolean isForWhatIsOnItsWay = behind.isEmpty() && core.isPublishedOutside();
        return on(core, "room", core.isReadOutside() || isForWhatIsOnItsWay
                ? new Wait.AnyMessage(what)
                : new Wait.Served(what, behind));
    }

    private static Wait on(BusCore core, String need, Wait means) {
        return new Wait.On(core.observed.resource(), need, means);
    }

    /** The oldest actor first. */
    private static List<Identity> all(Set<ActorId> actors) {
        return actors.stream()
                .sorted(Comparator.comparingLong(ActorId::number))
                .map(id -> new Identity(id.name(), id.number()))
                .toList();
    }
}
