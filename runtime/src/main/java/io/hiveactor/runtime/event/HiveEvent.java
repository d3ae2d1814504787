package io.hiveactor.runtime.event;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.StackTrace;

/** Something that happened in a hive. */
@Category("Hive")
@StackTrace(false)
public abstract class HiveEvent extends Event {
    /** How many are recorded of what may happen with every message: enough to see who and where, at no price. */
    public static final String SAMPLE = "300/s";

    @Label("Hive")
    public String hive = "";

    protected HiveEvent() {}
}
