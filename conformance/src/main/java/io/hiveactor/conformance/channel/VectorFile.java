package io.hiveactor.conformance.channel;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** A file with one scenario in each line, gzipped or not. */
record VectorFile(Path path) {
    /** It cannot be replayed, and why. */
    static final class BadFileException extends Exception {
        private static final long serialVersionUID = 1;

        BadFileException(String message, Exception cause) {
            super(message, cause);
        }
    }

    void replay(Replay replay) throws BadFileException {
        try (var lines = new BufferedReader(new InputStreamReader(bytes(), StandardCharsets.UTF_8))) {
            int number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                replay(line, number, replay);
            }
        } catch (IOException failure) {
            throw new BadFileException("cannot read " + path + ": " + failure, failure);
        }
    }

    private InputStream bytes() throws IOException {
        InputStream bytes = Files.newInputStream(path);
        return path.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes;
    }

    private void replay(String line, int number, Replay replay) throws BadFileException {
        if (line.isBlank()) {
            return;
        }
        try {
            replay.play(Scenario.of(Fields.of(JsonLine.read(line))));
        } catch (RuntimeException malformed) { // whatever a malformed line leads to
            throw new BadFileException(path + ", line " + number + ": "
                    + (malformed.getMessage() == null ? malformed : malformed.getMessage()), malformed);
        }
    }
}
