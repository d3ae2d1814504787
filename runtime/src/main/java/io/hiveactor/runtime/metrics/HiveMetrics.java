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
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Shows the numbers of one hive to a registry. The only tag is the hive's name, and for times which part of them is not
 * longer: no actor is a tag, for there may be millions.
 *
 * <p>What is bound refers to the hive, so close the registry, or remove the meters, when the hive is closed for good.
 */
@SuppressWarnings("exports") // an automatic module must not be required for everybody; who uses this has it
public final class HiveMetrics implements MeterBinder {
    private static final double[] PARTS = {0.5, 0.99, 1};

    private final Hive hive;

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
        counter(registry, "hive.drops", "Messages dropped at a mailbox limit", HiveCounters::drops);
        counter(registry, "hive.undelivered", "Messages whose receiver had died", HiveCounters::undelivered);
        counter(registry, "hive.refused", "Sends that found no room", c -> c.poolRefusals() + c.mailboxRefusals());
        counter(registry, "hive.late.replies", "Answers that came too late", HiveCounters::lateReplies);
        counter(registry, "hive.deadlocks", "Deadlocks found", HiveCounters::deadlocks);
        counter(registry, "hive.over.times", "Times code kept its shard for too long", HiveCounters::overTimes);
        times(registry, "hive.send.wait", "How long senders waited", HiveCounters::sendWaits);
        times(registry, "hive.answer.wait", "How long requesters waited", HiveCounters::answerWaits);
        times(registry, "hive.turn.time", "How long a shard's turns took", HiveCounters::turnTimes);
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
        for (double part : PARTS) {
            TimeGauge bound = TimeGauge.builder(
                            name, hive, TimeUnit.NANOSECONDS, each -> times.apply(each.counters()).nanosAt(part))
                    .description(what).tags(tags().and("part", String.valueOf(part))).register(registry);
            assert bound != null;
        }
    }
}
