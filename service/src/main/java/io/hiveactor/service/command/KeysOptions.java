package io.hiveactor.service.command;

import io.hiveactor.service.capability.KeyFile;
import io.hiveactor.service.capability.KeyRing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say where the keys file is. */
final class KeysOptions {
    @Option(names = "--store.data_dir", paramLabel = "DIR", description = "the service's folder (${DEFAULT-VALUE})")
    private Path folder = Path.of("hive-data");

    @Option(names = "--auth.macaroon_path", paramLabel = "FILE", description = "the keys file (DIR/keys)")
    private @Nullable Path file;

    Path file() {
        return file == null ? folder.resolve("keys") : file;
    }

    KeyRing read() throws CommandException {
        try {
            return KeyFile.read(file());
        } catch (IOException e) {
            throw new CommandException("the keys cannot be read: " + e.getMessage());
        }
    }

    /** Returns null if there is no keys file. */
    @Nullable KeyRing readIfPresent() throws CommandException {
        return Files.exists(file()) ? read() : null;
    }

    void write(KeyRing keys) throws CommandException {
        try {
            KeyFile.write(file(), keys);
        } catch (IOException e) {
            throw new CommandException("the keys cannot be written to " + file() + ": " + e.getMessage());
        }
    }
}
