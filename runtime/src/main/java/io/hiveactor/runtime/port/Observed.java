package io.hiveactor.runtime.port;

import io.hiveactor.runtime.diagnosis.ResourceView;
import java.util.function.Consumer;

/** A part of a sister module that snapshots show: a table of channels, a bus, a feed. */
public interface Observed {
    /**
     * Describes what there is now. Called by the shard that owns the part, between two messages: nothing that blocks,
     * locks, logs or is user code.
     */
    void describe(Consumer<ResourceView> into);
}
