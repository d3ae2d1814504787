package io.hiveactor.service.command;

import io.hiveactor.service.capability.RootKey;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code keys list}: shows the keys without their secrets. */
@Command(name = "list", description = "shows kid, epoch, state and time of each key")
final class KeysList implements Callable<Integer> {
    private final CommandContext context;

    @Mixin
    private KeysOptions keys = new KeysOptions();

    KeysList(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws CommandException {
        for (RootKey key : keys.read().keys()) {
            context.out().println(key.kid() + " " + key.epoch() + " " + key.state().wire() + " " + key.since());
        }
        return 0;
    }
}
