package io.hiveactor.conformance.channel;

import java.io.PrintStream;
import java.nio.file.Path;

/** {@code ./hive vectors hsx FILE...}: replays recorded scenarios and prints where the results differ. */
public final class Vectors {
    private Vectors() {}

    public static void main(String[] arguments) {
        System.exit(run(arguments, System.out, System.err));
    }

    /** 0 if all scenarios passed, 1 if one failed, 2 if a file cannot be replayed. */
    static int run(String[] arguments, PrintStream out, PrintStream err) {
        if (arguments.length < 2 || !arguments[0].equals("hsx")) {
            err.println("usage: ./hive vectors hsx FILE...    (.jsonl or .jsonl.gz)");
            return 2;
        }
        var replay = new Replay();
        try {
            for (int i = 1; i < arguments.length; i++) {
                new VectorFile(Path.of(arguments[i])).replay(replay);
            }
        } catch (VectorFile.BadFileException bad) {
            replay.mismatches().forEach(out::println);
            err.println("hive: " + bad.getMessage());
            return 2;
        }
        replay.mismatches().forEach(out::println);
        out.println(replay.passed() + " passed, " + replay.failed() + " failed");
        return replay.failed() == 0 ? 0 : 1;
    }
}
