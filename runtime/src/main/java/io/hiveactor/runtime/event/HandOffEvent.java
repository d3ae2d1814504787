package io.hiveactor.runtime.event;

import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Throttle;

/**
 * A slot of the message pool, or room in a mailbox, goes to the first who waits. A sample of them, unless {@code throttle} is
 * {@code off}.
 */
@Name("hive.HandOff")
@Label("Hand-off")
@Description("A slot of the message pool, or room in a mailbox, goes to the first waiter. "
        + "A sample of them, unless its throttle is off.")
@Enabled(false)
@Throttle(HiveEvent.SAMPLE)
public final class HandOffEvent extends HiveEvent {
    @Label("Waiter")
    public String waiter = "";

    @Label("Target")
    public String target = "";

    @Label("What")
    public String what = "";
}
