package io.hiveactor.bus.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** An entry was published. Off unless a recording asks for it: there is one for each entry. */
@Name("hive.BusPublish")
@Label("Bus Publish")
@Description("An entry was published on a bus")
@Category("Hive")
@Enabled(false)
@StackTrace(false)
public final class PublishEvent extends Event {
    @Label("Bus")
    public @Nullable String bus;

    @Label("Sequence")
    public long sequence;

    @Label("Subscribers")
    public int subscribers;
}
