package io.hiveactor.bus;

import io.hiveactor.runtime.FiberMode;
import org.testng.annotations.Test;

/** The same where actors are set aside by the JDK's scheduler. */
@Test
final class FlowSubscriberBatonTckTest extends FlowSubscriberTckTest {
    public FlowSubscriberBatonTckTest() {
        super(FiberMode.JDK_SCHEDULER);
    }
}
