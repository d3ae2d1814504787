package io.hiveactor.bus;

import static org.testng.Assert.assertEquals;

import io.hiveactor.runtime.FiberMode;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import java.util.concurrent.Flow;
import org.reactivestreams.tck.TestEnvironment;
import org.reactivestreams.tck.flow.FlowSubscriberBlackboxVerification;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** What publishes a Flow on a bus keeps the rules of Reactive Streams. */
@Test
class FlowSubscriberTckTest extends FlowSubscriberBlackboxVerification<Integer> {
    private static final int TIMEOUT_MILLIS = 750;
    private static final int SILENCE_MILLIS = 50;
    private static final int WINDOW = 4;

    private final FiberMode mode;
    private Hive hive;
    private Bus<Integer> bus;

    public FlowSubscriberTckTest() {
        this(FiberMode.OWN_CARRIER);
    }

    FlowSubscriberTckTest(FiberMode mode) {
        super(new TestEnvironment(TIMEOUT_MILLIS, SILENCE_MILLIS));
        this.mode = mode;
    }

    @BeforeClass
    public void start() {
        hive = Hive.start(HiveConfig.builder().name("tck").shards(2).messages(4096).fiberMode(mode).build());
        assertEquals(hive.fiberMode(), mode);
        bus = Bus.open(hive, BusConfig.of("tck", WINDOW));
    }

    @AfterClass
    public void close() {
        hive.close();
    }

    @Override
    public Flow.Subscriber<Integer> createFlowSubscriber() {
        return bus.flowSubscriber(WINDOW, failure -> {});
    }

    @Override
    public Integer createElement(int element) {
        return element;
    }
}
