package io.hiveactor.service.command;

import io.hiveactor.service.capability.Minting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code cap mint}: makes a new token by the keys file. */
@Command(name = "mint", description = "makes a new token by the keys file and prints it, alone, on standard output")
final class CapMint implements Callable<Integer> {
    private final CommandContext context;

    @Mixin
    private KeysOptions keys = new KeysOptions();

    @Option(names = "--op", required = true, paramLabel = "OPS", description = "such as send,recv, or *")
    private String ops = "";

    @Option(names = "--topic", required = true, paramLabel = "TOPICS", description = "such as orders.*,jobs, or *")
    private String topics = "";

    @Option(names = "--ttl", required = true, converter = Durations.class, description = "such as 24h")
    private Duration ttl = Duration.ZERO;

    @Option(names = "--auth.max_ttl", converter = Durations.class, description = "the longest ttl (30d)")
    private Duration maxTtl = Duration.ofDays(30);

    @Option(names = "--caveat", paramLabel = "CAVEAT", description = "a further caveat, such as 'max_bytes <= 65536'")
    private List<String> caveats = new ArrayList<>();

    CapMint(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws CommandException {
        if (ttl.compareTo(maxTtl) > 0) {
            throw new CommandException("--ttl " + ttl + ": must be at most " + maxTtl + " (auth.max_ttl)");
        }
        var all = new ArrayList<>(List.of("op = " + ops, "topic = " + topics));
        all.addAll(caveats);
        try {
            Minting.Minted minted = Minting.mint(keys.read(), all, ttl, context.wallClock().instant());
            context.err().println("cap_id " + minted.capId() + ", valid until " + minted.expiry());
            context.out().println(minted.token());
            return 0;
        } catch (IllegalArgumentException e) {
            throw new CommandException(e.getMessage());
        }
    }
}
