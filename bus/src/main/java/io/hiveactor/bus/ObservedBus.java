package io.hiveactor.bus;

import io.hiveactor.runtime.diagnosis.Resource;
import io.hiveactor.runtime.diagnosis.ResourceView;
import io.hiveactor.runtime.port.Observed;
import java.util.function.Consumer;

/**
 * A bus as snapshots of the hive show it.
 *
 * <p><b>Threads:</b> {@code describe} owner only, the shard of the bus; the rest any thread.
 */
final class ObservedBus implements Observed {
    private final BusCore core;
    private final Resource resource;

    ObservedBus(BusCore core) {
        this.core = core;
        resource = new Resource(Resource.Kind.BUS, core.config.name(), core.port.nextObservedNumber());
    }

    /** The bus as reports name it. */
    Resource resource() {
        return resource;
    }

    @Override
    public void describe(Consumer<ResourceView> into) {
        if (core.isClosed()) {
            return;
        }
        BusStats stats = core.ring.stats();
        int writers = core.publishers().size() + (core.isPublishedOutside() ? 1 : 0);
        into.accept(new ResourceView(resource, core.shard, (int) stats.entries(), core.config.capacity(),
                core.ring.bytes(), 0, stats.subscribers(), writers, stats.waitingReaders(), stats.waitingPublishers(),
                stats.evicted()));
    }
}
