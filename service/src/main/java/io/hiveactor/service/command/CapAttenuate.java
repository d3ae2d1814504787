package io.hiveactor.service.command;

import io.hiveactor.service.capability.MalformedTokenException;
import io.hiveactor.service.capability.Minting;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code cap attenuate}: narrows a token, without any key. */
@Command(name = "attenuate", description = "adds caveats to the token on standard input and prints the new token")
final class CapAttenuate implements Callable<Integer> {
    private final CommandContext context;

    @Mixin
    private TokenInput token = new TokenInput();

    @Option(names = "--caveat", required = true, paramLabel = "CAVEAT", description = "such as 'op = send'")
    private List<String> caveats = new ArrayList<>();

    CapAttenuate(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws CommandException {
        try {
            context.out().println(Minting.attenuate(token.read(context), caveats));
            return 0;
        } catch (MalformedTokenException e) {
            throw new CommandException("standard input holds no token: " + e.getMessage());
        } catch (IllegalArgumentException e) {
            throw new CommandException(e.getMessage());
        }
    }
}
