package io.hiveactor.bench.service;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.jspecify.annotations.Nullable;

/**
 * Histograms in a file of HdrHistogram's log format, a line each with its tag; nothing is written without a file.
 *
 * @param file to which is added
 */
public record HistogramLog(@Nullable Path file) {
    /** Adds a histogram of nanoseconds that was recorded from {@code beginMillis}, by the wall clock, until now. */
    void add(String tag, Histogram nanos, long beginMillis) {
        if (file == null) {
            return;
        }
        try (var out = new PrintStream(new FileOutputStream(file.toFile(), true), false, StandardCharsets.UTF_8)) {
            var writer = new HistogramLogWriter(out);
            if (Files.size(file) == 0) {
                writer.outputComment("[nanoseconds]");
                writer.outputLogFormatVersion();
                writer.outputLegend();
            }
            nanos.setTag(tag);
            nanos.setStartTimeStamp(beginMillis);
            nanos.setEndTimeStamp(System.currentTimeMillis());
            writer.outputIntervalHistogram(nanos);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
