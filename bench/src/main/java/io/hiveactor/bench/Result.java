package io.hiveactor.bench;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What one row measured.
 *
 * @param entry the row
 * @param nanosPerOperation of each round, sorted
 * @param allocatedPerOperation median bytes, by all threads
 * @param figures medians of what else the contestant has shown, by name
 */
record Result(
        Entry entry, List<Double> nanosPerOperation, double allocatedPerOperation, Map<String, Double> figures) {
    double median() {
        return at(0.5);
    }

    /** A quantile over the rounds. */
    double at(double quantile) {
        int last = nanosPerOperation.size() - 1;
        return nanosPerOperation.get((int) Math.round(quantile * last));
    }

    String toJson() {
        var json = new StringBuilder(String.format(Locale.ROOT,
                "{\"workload\":\"%s\",\"system\":\"%s\",\"unit\":\"ns/op\",\"value\":%.2f,"
                        + "\"allocBytesPerOp\":%.3f,\"min\":%.2f,\"max\":%.2f,\"rounds\":%d",
                entry.workload(), entry.system(), median(), allocatedPerOperation, at(0), at(1),
                nanosPerOperation.size()));
        figures.forEach((name, figure) -> json.append(String.format(Locale.ROOT, ",\"%s\":%.1f", name, figure)));
        return json.append('}').toString();
    }

    String toRow(double best) {
        var row = new StringBuilder(String.format(Locale.ROOT, "%-24s %-20s %12.1f %8.2fx %10.2f   %.1f to %.1f",
                entry.workload(), entry.system(), median(), median() / best, allocatedPerOperation, at(0), at(1)));
        figures.forEach((name, figure) -> row.append(String.format(Locale.ROOT, "   %s %.1f", name, figure)));
        return row.toString();
    }
}
