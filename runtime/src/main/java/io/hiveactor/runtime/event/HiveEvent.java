package io.hiveactor.runtime.event;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.StackTrace;

/** Something that happened in a hive. */
@Category("Hive")
@StackTrace(false)
public abstract class HiveEvent extends Event {
    @Label("Hive")
    public String hive = "";

    protected HiveEvent() {}
}
