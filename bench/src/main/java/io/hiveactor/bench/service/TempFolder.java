package io.hiveactor.bench.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder that is deleted with everything in it. */
record TempFolder(Path path) implements AutoCloseable {
    static TempFolder create() {
        try {
            return new TempFolder(Files.createTempDirectory("hive-bench"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try (Stream<Path> found = Files.walk(path)) {
            List<Path> childrenFirst = found.sorted(Comparator.reverseOrder()).toList();
            for (Path each : childrenFirst) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
