package io.hiveactor.service.command;

import io.hiveactor.service.capability.KeyRing;
import io.hiveactor.service.capability.RootKey;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code keys rotate}: makes a new active key. */
@Command(name = "rotate", description = "makes a new active key; the old one still verifies")
final class KeysRotate implements Callable<Integer> {
    private final CommandContext context;

    @Mixin
    private KeysOptions keys = new KeysOptions();

    KeysRotate(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws CommandException {
        KeyRing rotated = keys.read().rotate(context.wallClock().instant());
        keys.write(rotated);
        RootKey active = Objects.requireNonNull(rotated.active());
        context.out().println(active.kid() + " is active; copy " + keys.file() + " to all nodes and send SIGHUP");
        return 0;
    }
}
