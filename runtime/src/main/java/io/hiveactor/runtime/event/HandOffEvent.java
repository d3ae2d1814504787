package io.hiveactor.runtime.event;

import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A slot of the message pool, or room in a mailbox, goes to the first who waits. Off unless asked for. */
@Name("hive.HandOff")
@Label("Hand-off")
@Description("A slot of the message pool, or room in a mailbox, goes to the first who waits. Off unless asked for.")
@Enabled(false)
public final class HandOffEvent extends HiveEvent {
    @Label("Waiter")
    public String waiter = "";

    @Label("Target")
    public String target = "";

    @Label("What")
    public String what = "";
}
