package io.hiveactor.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the rounds of one row have shown so far. */
final class Samples {
    private final Entry entry;
    private final List<Double> nanosPerOperation = new ArrayList<>();
    private final List<Double> allocatedPerOperation = new ArrayList<>();
    private final Map<String, List<Double>> figures = new TreeMap<>();

    Samples(Entry entry) {
        this.entry = entry;
    }

    void add(long nanos, long allocated, Map<String, Double> roundFigures) {
        nanosPerOperation.add((double) nanos / entry.operations());
        allocatedPerOperation.add((double) allocated / entry.operations());
        roundFigures.forEach((name, figure) -> figures.computeIfAbsent(name, key -> new ArrayList<>()).add(figure));
    }

    Result result() {
        var medians = new TreeMap<String, Double>();
        figures.forEach((name, values) -> medians.put(name, median(values)));
        return new Result(
                entry, nanosPerOperation.stream().sorted().toList(), median(allocatedPerOperation), medians);
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
    }
}
