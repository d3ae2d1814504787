package io.hiveactor.service.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code keys retire}: stops the use of a key that only verifies. */
@Command(name = "retire",
        description = "a verifying key serves only acks and nacks from now on, and after 12 h nothing")
final class KeysRetire implements Callable<Integer> {
    private final CommandContext context;

    @Mixin
    private KeysOptions keys = new KeysOptions();

    @Parameters(paramLabel = "KID")
    private String kid = "";

    KeysRetire(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws CommandException {
        try {
            keys.write(keys.read().retire(kid, context.wallClock().instant()));
        } catch (IllegalArgumentException e) {
            throw new CommandException(e.getMessage());
        }
        context.out().println(kid + " is retired; copy " + keys.file() + " to all nodes and send SIGHUP");
        return 0;
    }
}
