package io.hiveactor.runtime.event;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** Actors can never continue. */
@Name("hive.Deadlock")
@Label("Deadlock")
@Description("Actors can never continue.")
public final class DeadlockEvent extends HiveEvent {
    @Label("Kind")
    public String kind = "";

    @Label("Members")
    public int members;

    @Label("Who")
    public String identity = "";

    @Label("Report")
    public String report = "";
}
