package io.hiveactor.runtime.event;

import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Throttle;

/** An actor is set aside to wait. There may be millions: a sample of them, unless {@code throttle} is {@code off}. */
@Name("hive.Park")
@Label("Park")
@Description("An actor is set aside to wait. A sample of them, unless its throttle is off.")
@Enabled(false)
@Throttle(HiveEvent.SAMPLE)
public final class ParkEvent extends HiveEvent {
    @Label("Actor")
    public String actor = "";

    @Label("Shard")
    public int shard;

    @Label("Waits For")
    public String waitsFor = "";
}
