package io.hiveactor.runtime.event;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A supervisor starts a child again. */
@Name("hive.Restart")
@Label("Restart")
@Description("A supervisor starts a child again.")
public final class RestartEvent extends HiveEvent {
    @Label("Supervisor")
    public String supervisor = "";

    @Label("Child")
    public String child = "";

    @Label("Reason")
    public String reason = "";
}
