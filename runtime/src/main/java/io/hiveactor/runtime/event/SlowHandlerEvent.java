package io.hiveactor.runtime.event;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/** An actor's code keeps its shard for longer than it may. */
@Name("hive.SlowHandler")
@Label("Over Time")
@Description("An actor's code keeps its shard for longer than it may.")
public final class SlowHandlerEvent extends HiveEvent {
    @Label("Actor")
    public String actor = "";

    @Label("Shard")
    public int shard;

    @Timespan(Timespan.NANOSECONDS)
    @Label("Ran")
    public long ran;

    @Label("Cause")
    public String cause = "";

    @Label("Line")
    public String line = "";
}
