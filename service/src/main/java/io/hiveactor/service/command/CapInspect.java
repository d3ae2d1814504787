package io.hiveactor.service.command;

import io.hiveactor.service.capability.Inspection;
import io.hiveactor.service.capability.MalformedTokenException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code cap inspect}: shows what a token says. */
@Command(name = "inspect", description = "shows what the token on standard input says; checks it if the keys are there")
final class CapInspect implements Callable<Integer> {
    private final CommandContext context;

    @Mixin
    private KeysOptions keys = new KeysOptions();

    @Mixin
    private TokenInput token = new TokenInput();

    CapInspect(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws CommandException {
        try {
            Inspection inspection = Inspection.of(token.read(context), keys.readIfPresent());
            inspection.lines().forEach(context.out()::println);
            if (inspection.signature() == Inspection.Signature.INVALID) {
                throw new CommandException("the signature of the token is invalid under " + keys.file());
            }
            return 0;
        } catch (MalformedTokenException e) {
            throw new CommandException("standard input holds no token: " + e.getMessage());
        }
    }
}
