package io.hiveactor.bus.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** An entry had to go before all had read it. */
@Name("hive.BusEvict")
@Label("Bus Evict")
@Description("A full bus lost its oldest entry before all subscribers had read it")
@Category("Hive")
@StackTrace(false)
public final class EvictEvent extends Event {
    @Label("Bus")
    public @Nullable String bus;

    @Label("Sequence")
    public long sequence;
}
