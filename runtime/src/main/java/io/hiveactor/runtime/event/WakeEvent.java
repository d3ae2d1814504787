package io.hiveactor.runtime.event;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/** An actor continues after a wait of a millisecond or more. */
@Name("hive.Wake")
@Label("Wake")
@Description("An actor continues after a wait of a millisecond or more.")
public final class WakeEvent extends HiveEvent {
    @Label("Actor")
    public String actor = "";

    @Label("Shard")
    public int shard;

    @Label("Waited In")
    public String waitedIn = "";

    @Timespan(Timespan.NANOSECONDS)
    @Label("Waited")
    public long waited;
}
