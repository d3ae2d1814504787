package io.hiveactor.runtime.event;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A message was dropped because a mailbox was at its limit. */
@Name("hive.Drop")
@Label("Drop")
@Description("A message was dropped because a mailbox was at its limit.")
public final class DropEvent extends HiveEvent {
    @Label("Sender")
    public String sender = "";

    @Label("Receiver")
    public String receiver = "";

    @Label("Reason")
    public String reason = "";

    @Label("Policy")
    public String policy = "";

    @Label("Depth")
    public int depth;
}
