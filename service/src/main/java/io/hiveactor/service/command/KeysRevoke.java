package io.hiveactor.service.command;

import io.hiveactor.service.capability.KeyRing;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code keys revoke}: revokes all tokens that a key has minted so far, at a running service. */
@Command(name = "revoke", description = "revokes all tokens that a key has minted so far, by a token in HIVE_CAP")
final class KeysRevoke implements Callable<Integer> {
    private final CommandContext context;

    @Mixin
    private KeysOptions keys = new KeysOptions();

    @Mixin
    private RevokeRequest request = new RevokeRequest();

    @Parameters(paramLabel = "KID")
    private String kid = "";

    KeysRevoke(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws CommandException, InterruptedException {
        KeyRing ring = keys.readIfPresent(); // before the request, so that an unusable file stops it
        JsonNode answer = request.post("kid", kid, context);
        int minEpoch = answer.path("min_epoch").asInt(0);
        context.out().println("revoked all tokens of " + kid + " with an epoch below " + minEpoch);
        if (ring != null && ring.find(kid) != null) {
            keys.write(ring.raiseEpoch(kid, minEpoch));
            context.out().println("tokens that " + kid + " mints by " + keys.file() + " have a newer epoch");
        }
        return 0;
    }
}
