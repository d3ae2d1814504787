package io.hiveactor.examples;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What a program prints. */
final class Output {
    private Output() {}

    /** Runs an example and gives the lines that it wrote to {@code System.out}. */
    static List<String> of(String... nameAndArgs) throws Exception {
        var bytes = new ByteArrayOutputStream();
        PrintStream before = System.out;
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            if (Examples.run(nameAndArgs, System.err) != 0) {
                throw new AssertionError("no such example: " + nameAndArgs[0]);
            }
        } finally {
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
