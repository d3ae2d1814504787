package io.hiveactor.runtime.event;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** An actor ended. */
@Name("hive.Exit")
@Label("Exit")
@Description("An actor ended.")
public final class ExitEvent extends HiveEvent {
    @Label("Actor")
    public String actor = "";

    @Label("Shard")
    public int shard;

    @Label("Reason")
    public String reason = "";

    @Label("Cause")
    public String cause = "";

    @Label("Still Running")
    public boolean stillRunning;
}
