package io.hiveactor.service.command;

import io.hiveactor.service.queue.Ulid;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code cap revoke}: revokes a token, and all derived from it, at a running service. */
@Command(name = "revoke", description = "revokes a token and all derived from it, by a token in HIVE_CAP")
final class CapRevoke implements Callable<Integer> {
    private final CommandContext context;

    @Mixin
    private RevokeRequest request = new RevokeRequest();

    @Parameters(paramLabel = "CAP_ID", description = "as mint and inspect show it")
    private String capId = "";

    CapRevoke(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws CommandException, InterruptedException {
        if (Ulid.parse(capId) == null) {
            throw new CommandException("CAP_ID " + capId + ": must be a ULID of 26 characters");
        }
        JsonNode answer = request.post("cap_id", capId, context);
        context.out().println("revoked " + answer.path("revoked").asString(capId));
        return 0;
    }
}
