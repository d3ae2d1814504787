package io.hiveactor.runtime.event;

import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** An actor is set aside to wait. Off unless asked for: there may be millions. */
@Name("hive.Park")
@Label("Park")
@Description("An actor is set aside to wait. Off unless asked for: there may be millions.")
@Enabled(false)
public final class ParkEvent extends HiveEvent {
    @Label("Actor")
    public String actor = "";

    @Label("Shard")
    public int shard;

    @Label("Waits For")
    public String waitsFor = "";
}
