package io.hiveactor.bench;

import io.hiveactor.runtime.FiberMode;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.WatchConfig;
import io.hiveactor.runtime.event.HiveEvent;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;

/**
 * A workload of a hive, once with nothing looked after, and once with everything: the watchdog, and a flight recording with
 * the settings that come with the runtime. A recording concerns the whole process, so it runs just for the rounds of those who
 * are measured with it.
 */
final class DiagnosisCost implements Contestant {
    private final Contestant measured;
    private final Configuration settings;
    private @Nullable Recording recording;

    private DiagnosisCost(Contestant measured, Configuration settings) {
        this.measured = measured;
        this.settings = settings;
    }

    static Contestant off(Function<HiveConfig, Contestant> start) {
        return start.apply(config(WatchConfig.OFF));
    }

    static Contestant on(Function<HiveConfig, Contestant> start) {
        return new DiagnosisCost(start.apply(config(WatchConfig.DEFAULT)), settings(text -> text));
    }

    /** With an event for each wait and each hand-off, where the settings take a sample. */
    static Contestant everyEvent(Function<HiveConfig, Contestant> start) {
        return new DiagnosisCost(
                start.apply(config(WatchConfig.DEFAULT)), settings(text -> text.replace(HiveEvent.SAMPLE, "off")));
    }

    private static HiveConfig config(WatchConfig watch) {
        return HiveMatch.oneShard(FiberMode.OWN_CARRIER).toBuilder().watch(watch).build();
    }

    private static Configuration settings(UnaryOperator<String> change) {
        try (Reader file = new InputStreamReader(
                Objects.requireNonNull(Hive.class.getResourceAsStream("/hive.jfc"), "hive.jfc"), StandardCharsets.UTF_8)) {
            return Configuration.create(Reader.of(change.apply(file.readAllAsString())));
        } catch (IOException | ParseException e) {
            throw new IllegalStateException("the settings of the flight recorder", e);
        }
    }

    @Override
    public void prepare(int operations) throws InterruptedException {
        measured.prepare(operations);
        var begun = new Recording(settings);
        begun.start();
        recording = begun;
    }

    @Override
    public long run(int operations) throws InterruptedException {
        long nanos = measured.run(operations);
        Objects.requireNonNull(recording).close();
        return nanos;
    }

    @Override
    public Map<String, Double> figures() {
        return measured.figures();
    }

    @Override
    public void close() {
        measured.close();
    }
}
