package io.hiveactor.bus.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** An entry was lost to a reader. */
@Name("hive.BusMiss")
@Label("Bus Miss")
@Description("An entry was evicted or too old before a subscriber had read it")
@Category("Hive")
@StackTrace(false)
public final class MissEvent extends Event {
    @Label("Bus")
    public @Nullable String bus;

    @Label("Sequence")
    public long sequence;

    @Label("Missed since the last read")
    public long missedSoFar;
}
