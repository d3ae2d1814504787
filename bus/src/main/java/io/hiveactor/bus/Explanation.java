package io.hiveactor.bus;

import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.diagnosis.Wait;
import io.hiveactor.runtime.diagnosis.Who;
import java.util.List;

/** What a wait for a bus is a wait for. <b>Threads:</b> any thread. */
final class Explanation {
    private Explanation() {}

    /** Who waits for an entry is idle as long as no actor publishes, or a thread outside does. */
    static Wait ofEntry(BusCore core) {
        String what = "an entry on " + core;
        List<Who> publishers = all(core.publishers());
        return publishers.isEmpty() || core.isPublishedOutside()
                ? new Wait.AnyMessage(what)
                : new Wait.Served(what, publishers);
    }

    static Wait ofRoom(BusCore core) {
        String what = "room on " + core;
        boolean comesByItself = !core.config.maxAge().isZero();
        if (comesByItself) {
            return new Wait.Unknown(what);
        }
        return core.isReadOutside() ? new Wait.AnyMessage(what) : new Wait.Served(what, all(core.subscribers()));
    }

    private static List<Who> all(List<ActorId> actors) {
        return actors.stream().map(id -> new Who(id.name(), id.number())).toList();
    }
}
