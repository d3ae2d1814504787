package io.hiveactor.service.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Parameters;

/** The argument {@code -}: the token is read from standard input. */
final class TokenInput {
    private static final int MAX_BYTES = 64 * 1024;

    @Parameters(paramLabel = "-", description = "a single - : the token is read from standard input")
    private String place = "";

    String read(CommandContext context) throws CommandException {
        if (!place.equals("-")) {
            throw new CommandException("the token is read from standard input: write - instead of it");
        }
        try {
            return new String(context.in().readNBytes(MAX_BYTES), StandardCharsets.ISO_8859_1).strip();
        } catch (IOException e) {
            throw new CommandException("standard input cannot be read: " + e.getMessage());
        }
    }
}
