package io.hiveactor.bus;

import static org.testng.Assert.assertEquals;

import io.hiveactor.runtime.FiberMode;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import java.util.concurrent.Flow;
import org.reactivestreams.tck.TestEnvironment;
import org.reactivestreams.tck.flow.FlowPublisherVerification;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** A bus as a Flow keeps the rules of Reactive Streams. */
@Test
class FlowPublisherTckTest extends FlowPublisherVerification<Integer> {
    private static final int TIMEOUT_MILLIS = 750;
    private static final int SILENCE_MILLIS = 50;
    private static final int CAPACITY = 8;

    private final FiberMode mode;
    private Hive hive;

    public FlowPublisherTckTest() {
        this(FiberMode.OWN_CARRIER);
    }

    FlowPublisherTckTest(FiberMode mode) {
        super(new TestEnvironment(TIMEOUT_MILLIS, SILENCE_MILLIS), TIMEOUT_MILLIS);
        this.mode = mode;
    }

    @BeforeClass
    public void start() {
        hive = Hive.start(HiveConfig.builder().name("tck").shards(2).messages(4096).fiberMode(mode).build());
        assertEquals(hive.fiberMode(), mode);
    }

    @AfterClass
    public void close() {
        hive.close();
    }

    @Override
    public Flow.Publisher<Integer> createFlowPublisher(long elements) {
        Bus<Integer> bus = Bus.open(hive, BusConfig.of("tck", CAPACITY).waiting());
        return new FlowCounting(hive, bus, elements);
    }

    /** One that has as many subscribers as it may have. */
    @Override
    public Flow.Publisher<Integer> createFailedFlowPublisher() {
        Bus<Integer> bus = Bus.open(hive, BusConfig.of("full", CAPACITY).withMaxSubscribers(1));
        assertEquals(bus.subscribe().toString(), "a subscription of bus full");
        return bus.asFlow();
    }
}
