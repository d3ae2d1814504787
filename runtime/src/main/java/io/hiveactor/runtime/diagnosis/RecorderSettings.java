package io.hiveactor.runtime.diagnosis;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/**
 * The settings of the flight recorder for a hive, {@code hive.jfc}, which the JVM reads from a file only, and not from
 * the jar they lie in. As a program it writes that file:
 *
 * <pre>{@code
 * java -cp CLASS_PATH io.hiveactor.runtime.diagnosis.RecorderSettings hive.jfc
 * java -XX:StartFlightRecording:filename=hive.jfr,settings=hive.jfc ...
 * }</pre>
 *
 * <p><b>Threads:</b> any thread.
 */
public final class RecorderSettings {
    private static final String NAME = "hive.jfc";
    private static final int FAILED = 1;
    private static final int MISUSED = 2;

    private RecorderSettings() {}

    /**
     * Writes the settings to a new file.
     *
     * @throws FileAlreadyExistsException if the file exists; it may hold settings that somebody has changed
     */
    public static void writeTo(Path file) throws IOException {
        try (InputStream settings =
                Objects.requireNonNull(RecorderSettings.class.getResourceAsStream("/" + NAME), NAME)) {
            Files.copy(settings, file);
        }
    }

    /** Writes the file that is named, or {@code hive.jfc}. Exits with 1 if that fails, with 2 for wrong arguments. */
    public static void main(String[] arguments) {
        int code = run(arguments, System.out, System.err);
        if (code != 0) {
            System.exit(code);
        }
    }

    static int run(String[] arguments, PrintStream out, PrintStream err) {
        if (arguments.length > 1) {
            err.println("usage: hive jfc [FILE]");
            return MISUSED;
        }
        Path file = Path.of(arguments.length == 0 ? NAME : arguments[0]);
        try {
            writeTo(file);
        } catch (FileAlreadyExistsException e) {
            err.println("hive jfc: " + file + " exists already");
            return FAILED;
        } catch (IOException e) {
            err.println("hive jfc: " + file + " cannot be written: " + e);
            return FAILED;
        }
        out.println("wrote " + file + "; record with -XX:StartFlightRecording:filename=hive.jfr,settings=" + file);
        return 0;
    }
}
