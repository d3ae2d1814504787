package io.hiveactor.conformance.mailbox;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** {@code ./hive vectors mailbox FILE...}: replays recorded lines and prints where the results differ. */
public final class Vectors {
    private Vectors() {}

    public static void main(String[] arguments) throws InterruptedException {
        System.exit(run(arguments, System.out, System.err));
    }

    /** 0 if all lines passed that we mean to follow, 1 if one failed, 2 if a file cannot be replayed. */
    static int run(String[] arguments, PrintStream out, PrintStream err) throws InterruptedException {
        if (arguments.length < 2 || !arguments[0].equals("mailbox")) {
            err.println("usage: ./hive vectors mailbox FILE...    (.jsonl or .jsonl.gz)");
            return 2;
        }
        var replay = new Replay();
        for (int i = 1; i < arguments.length; i++) {
            String trouble = replay(Path.of(arguments[i]), replay);
            if (trouble != null) {
                err.println("hive: " + trouble);
                return 2;
            }
        }
        replay.mismatches().forEach(out::println);
        if (replay.skipped() > 0) {
            out.println(replay.skipped() + " skipped: there we differ, knowingly");
        }
        out.println(replay.passed() + " passed, " + replay.failed() + " failed");
        return replay.failed() == 0 ? 0 : 1;
    }

    /** Null if the file could be replayed. */
    private static @Nullable String replay(Path path, Replay replay) throws InterruptedException {
        int number = 0;
        try (var lines = new BufferedReader(new InputStreamReader(bytes(path), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (!line.isBlank()) {
                    replay.play(line);
                }
            }
            return null;
        } catch (IOException e) {
            return "cannot read " + path + ": " + e;
        } catch (JacksonException | IllegalArgumentException e) {
            return path + ", line " + number + ": " + e.getMessage();
        }
    }

    private static InputStream bytes(Path path) throws IOException {
        InputStream bytes = Files.newInputStream(path);
        return path.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes;
    }
}
