package io.hiveactor.service.command;

import java.io.InputStream;
import java.io.PrintStream;
import java.time.InstantSource;
import java.util.Map;

/**
 * What a command reads and writes besides its arguments.
 *
 * @param wallClock for the times in tokens and in the keys file
 * @param in standard input
 * @param out standard output
 * @param err standard error
 * @param environment environment variables
 */
public record CommandContext(InstantSource wallClock, InputStream in, PrintStream out, PrintStream err,
        Map<String, String> environment) {}
