package io.hiveactor.runtime.metrics;

import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveStats;
import io.hiveactor.runtime.diagnosis.Histogram;
import io.hiveactor.runtime.diagnosis.HiveCounters;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.math.BigDecimal;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Shows the numbers of one hive to a registry. Tags are the hive's name; for times, which part of them is not longer;
 * and for what has a name that name: at most 100 registered names of actors, the deepest mailboxes first, and at most
 * 100 channels, buses and feeds, the fullest first. No other actor is a tag, for there may be millions.
 *
 * <p>Times are those of the last minute. Each has quantiles ({@code hive.send.wait} with the tag {@code part}) and a
 * histogram ({@code hive.send.wait.histogram} with the tag {@code le}, in seconds).
 *
 * <p>Meters with a name are at most a second old, and read by asking the shards. What is bound refers to the hive, so
 * close the registry, or remove the meters, when the hive is closed for good.
 */
@SuppressWarnings("exports") // an automatic module must not be required for everybody; who uses this has it
public final class HiveMetrics implements MeterBinder {
    private static final double[] PARTS = {0.5, 0.99, 1};
    /** Histograms have bounds from a microsecond to a minute, each four times the one before. */
    private static final int FIRST_BOUND = 10;

    private static final int LAST_BOUND = 36;

    private final Hive hive;

    /** Metrics of this hive, to bind to a registry. */
    public HiveMetrics(Hive hive) {
        this.hive = hive;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge(registry, "hive.actors", "Actors alive", HiveStats::actors);
        gauge(registry, "hive.zombies", "Killed actors whose code has not ended", HiveStats::zombies);
        gauge(registry, "hive.pool.used", "Slots of the message pool in use", HiveStats::messagesInUse);
        gauge(registry, "hive.pool.waiting", "Senders that wait for slots", HiveStats::waitingForSlots);
        gauge(registry, "hive.deadlines", "Timers and timed waits", HiveStats::deadlines);
        gauge(registry, "hive.fibers", "Virtual threads of the shards", HiveStats::fibers);
        counter(registry, "hive.messages", "Messages received by actors", HiveCounters::messages);
        counter(registry, "hive.dispatches", "Calls and resumptions of actors", HiveCounters::dispatches);
        counter(registry, "hive.parks", "Times a shard went to sleep", HiveCounters::parks);
        counter(registry, "hive.exits", "Actors that have ended", HiveCounters::exits);
        counter(registry, "hive.crashes", "Actors that ended with an exception", HiveCounters::crashes);
        counter(registry, "hive.restarts", "Children that a supervisor started again", HiveCounters::restarts);
        counter(registry, "hive.drops", "Messages dropped at a mailbox limit", HiveCounters::drops);
        counter(registry, "hive.undelivered", "Messages whose receiver had died", HiveCounters::undelivered);
        counter(registry, "hive.refused", "Sends that found no room", c -> c.poolRefusals() + c.mailboxRefusals());
        counter(registry, "hive.late.replies", "Answers that came too late", HiveCounters::lateReplies);
        counter(registry, "hive.deadlocks", "Deadlocks found", HiveCounters::deadlocks);
        counter(registry, "hive.slow.handlers", "Times code kept its shard for too long", HiveCounters::slowHandlers);
        times(registry, "hive.send.wait", "How long senders waited", HiveCounters::sendWaits);
        times(registry, "hive.answer.wait", "How long requesters waited", HiveCounters::answerWaits);
        times(registry, "hive.turn.time", "How long a shard's turns took", HiveCounters::turnTimes);
        named(registry);
    }

    private Tags tags() {
        return Tags.of("hive", hive.config().name());
    }

    private void gauge(MeterRegistry registry, String name, String what, ToDoubleFunction<HiveStats> number) {
        Gauge bound = Gauge.builder(name, hive, each -> number.applyAsDouble(each.stats()))
                .description(what).tags(tags()).register(registry);
        assert bound != null;
    }

    private void counter(MeterRegistry registry, String name, String what, ToDoubleFunction<HiveCounters> number) {
        FunctionCounter bound = FunctionCounter.builder(name, hive, each -> number.applyAsDouble(each.counters()))
                .description(what).tags(tags()).register(registry);
        assert bound != null;
    }

    private void times(
            MeterRegistry registry, String name, String what, Function<HiveCounters, Histogram> times) {
        var window = new HistogramWindow(hive::nowNanos, () -> times.apply(hive.counters()));
        for (double part : PARTS) {
            TimeGauge bound = TimeGauge.builder(
                            name, window, TimeUnit.NANOSECONDS, each -> each.recent().nanosAt(part))
                    .description(what + ", in the last minute").tags(tags().and("part", String.valueOf(part)))
                    .strongReference(true).register(registry);
            assert bound != null;
        }
        for (int bound = FIRST_BOUND; bound <= LAST_BOUND; bound += 2) {
            bucket(registry, name, what, window, (1L << bound) - 1, BigDecimal.valueOf(1L << bound, 9).toPlainString());
        }
        bucket(registry, name, what, window, Long.MAX_VALUE, "+Inf");
    }

    private void bucket(
            MeterRegistry registry, String name, String what, HistogramWindow window, long nanos, String seconds) {
        Gauge bound = Gauge.builder(name + ".histogram", window, each -> each.recent().countUpTo(nanos))
                .description(what + ": how many of the last minute were not longer").tags(tags().and("le", seconds))
                .strongReference(true).register(registry);
        assert bound != null;
    }

    private void named(MeterRegistry registry) {
        var meters = new NamedMeters(hive, registry, tags());
        Gauge resources = Gauge.builder("hive.resources", meters, each -> each.sample().allResources())
                .description("Channels, buses and feeds").tags(tags()).strongReference(true).register(registry);
        Gauge waits = Gauge.builder("hive.external.waits", meters, each -> each.sample().externalWaits())
                .description("External threads that wait on a channel, a bus or an inbox").tags(tags())
                .strongReference(true).register(registry);
        assert resources != null && waits != null;
    }
}
