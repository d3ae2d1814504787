package io.hiveactor.bench.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A server in a process of its own that gets a temporary folder as its first argument and prints its port. */
record LocalServer(TempFolder folder, ChildJvm process, int port) implements AutoCloseable {
    static final Duration START_LIMIT = Duration.ofSeconds(60);

    static LocalServer start(Class<?> main, List<String> jvmOptions) {
        var folder = TempFolder.create();
        ChildJvm process = null;
        try {
            var arguments = new ArrayList<String>();
            arguments.add(folder.path().toString());
            process = new ChildJvm(folder.path().resolve("stderr"), jvmOptions, main, arguments);
            String port = process.nextLine(System.nanoTime() + START_LIMIT.toNanos());
            return new LocalServer(folder, process, Integer.parseInt(port));
        } catch (IOException | RuntimeException | InterruptedException e) {
            if (process != null) {
                process.close();
            }
            folder.close();
            throw new IllegalStateException("cannot start " + main.getSimpleName(), e);
        }
    }

    @Override
    public void close() {
        process.close();
        folder.close();
    }
}
