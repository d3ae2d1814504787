package io.hiveactor.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What one row measured.
 *
 * @param entry the row
 * @param nanosPerOperation of each round, sorted
 * @param allocatedPerOperation median bytes, by all threads
 */
record Result(Entry entry, List<Double> nanosPerOperation, double allocatedPerOperation) {
    static Result of(Entry entry, double[] nanos, double[] allocated) {
        List<Double> sorted = Arrays.stream(nanos).sorted().boxed().toList();
        List<Double> bytes = Arrays.stream(allocated).sorted().boxed().toList();
        return new Result(entry, sorted, bytes.get(bytes.size() / 2));
    }

    double median() {
        return at(0.5);
    }

    /** A quantile over the rounds. */
    double at(double quantile) {
        int last = nanosPerOperation.size() - 1;
        return nanosPerOperation.get((int) Math.round(quantile * last));
    }

    String toJson() {
        return String.format(Locale.ROOT,
                "{\"workload\":\"%s\",\"system\":\"%s\",\"unit\":\"ns/op\",\"value\":%.2f,"
                        + "\"allocBytesPerOp\":%.3f,\"min\":%.2f,\"max\":%.2f,\"rounds\":%d}",
                entry.workload(), entry.system(), median(), allocatedPerOperation, at(0), at(1),
                nanosPerOperation.size());
    }

    String toRow(double best) {
        return String.format(Locale.ROOT, "%-24s %-20s %12.1f %8.2fx %10.2f   %.1f to %.1f",
                entry.workload(), entry.system(), median(), median() / best, allocatedPerOperation, at(0), at(1));
    }
}
