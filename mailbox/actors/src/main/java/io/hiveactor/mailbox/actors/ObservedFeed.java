package io.hiveactor.mailbox.actors;

import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.diagnosis.Resource;
import io.hiveactor.runtime.diagnosis.ResourceView;
import io.hiveactor.runtime.port.ActorPort;
import io.hiveactor.runtime.port.HivePort;
import io.hiveactor.runtime.port.Observed;
import java.util.function.Consumer;

/**
 * A feed as snapshots of the hive show it: its depth is what it has handed to its actor and the actor has not come to,
 * its capacity is the window. A feed drops nothing.
 *
 * <p><b>Threads:</b> any thread.
 */
final class ObservedFeed implements Observed {
    private final Resource resource;
    private final int shard;
    private final FeedWindow<?, ?> window;

    private ObservedFeed(Resource resource, int shard, FeedWindow<?, ?> window) {
        this.resource = resource;
        this.shard = shard;
        this.window = window;
    }

    /** Has snapshots show a feed until its actor ends. By that actor. */
    static void observe(ActorContext self, String mailbox, FeedWindow<?, ?> window) {
        ActorPort actor = ((ActorPort.Holder) self).port();
        HivePort hive = HivePort.of(actor.hive());
        var resource = new Resource(Resource.Kind.FEED, mailbox, self.self().number());
        var feed = new ObservedFeed(resource, actor.shard(), window);
        hive.observe(actor.shard(), feed);
        actor.atEnd(() -> hive.forget(feed));
    }

    @Override
    public void describe(Consumer<ResourceView> into) {
        int depth = window.roughSize();
        int places = window.places();
        into.accept(new ResourceView(resource, shard, depth, places, 0, 0, 1, 1, 0, depth < places ? 0 : 1, 0));
    }
}
