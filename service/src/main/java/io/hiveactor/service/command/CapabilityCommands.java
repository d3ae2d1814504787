package io.hiveactor.service.command;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Runs {@code cap mint|attenuate|inspect|revoke} and {@code keys list|rotate|retire|revoke}.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class CapabilityCommands {
    private static final int MISUSED = 2;
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]{80,}");

    private CapabilityCommands() {}

    /** Whether {@link #run} knows this first argument of {@code hive service}. */
    public static boolean isCommand(String word) {
        return word.equals("cap") || word.equals("keys");
    }

    /** Returns the exit code: 0, or 2 with a sentence on standard error that names the wrong value. */
    public static int run(List<String> arguments, CommandContext context) {
        CommandLine root = new CommandLine(CommandSpec.create().name("hive service"));
        root.addSubcommand(group("cap", new CapMint(context), new CapAttenuate(context),
                new CapInspect(context), new CapRevoke(context)));
        root.addSubcommand(group("keys", new KeysList(context), new KeysRotate(context),
                new KeysRetire(context), new KeysRevoke(context)));
        root.setOut(new PrintWriter(context.out(), true, StandardCharsets.UTF_8));
        root.setParameterExceptionHandler((e, _) -> fail(context, e.getMessage()));
        root.setExecutionExceptionHandler((e, _, _) -> {
            if (e instanceof CommandException) {
                return fail(context, e.getMessage());
            }
            throw e;
        });
        return root.execute(arguments.toArray(String[]::new));
    }

    private static CommandLine group(String name, Object... commands) {
        CommandLine group = new CommandLine(CommandSpec.create().name(name).addOption(help()));
        for (Object command : commands) {
            CommandLine line = new CommandLine(command);
            line.getCommandSpec().addOption(help());
            group.addSubcommand(line);
        }
        return group;
    }

    private static OptionSpec help() {
        return OptionSpec.builder("-h", "--help").usageHelp(true).description("shows this").build();
    }

    /** Hides what may be a token, given where none belongs. */
    private static int fail(CommandContext context, @Nullable String message) {
        context.err().println("hive service: " + TOKEN.matcher(String.valueOf(message)).replaceAll("..."));
        return MISUSED;
    }
}
