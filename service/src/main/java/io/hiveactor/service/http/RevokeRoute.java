package io.hiveactor.service.http;

import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Outcome;
import io.hiveactor.service.queue.Ulid;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * {@code /v1/caps/revoke}.
 *
 * <p><b>Threads:</b> any thread.
 */
final class RevokeRoute {
    private static final long KEPT_MS = Duration.ofDays(366).toMillis(); // longer than any capability lives

    private final AccessCheck access;

    RevokeRoute(AccessCheck access) {
        this.access = access;
    }

    void revoke(Exchange exchange) {
        Fields fields = exchange.body();
        String capId = fields.optionalText("cap_id", TextRule.CAP_ID);
        String kid = fields.optionalText("kid", TextRule.KID);
        fields.end();
        if ((capId == null) == (kid == null)) {
            throw fields.fault(capId == null ? "missing" : "format", "cap_id", "give either cap_id or kid");
        }
        exchange.check(exchange.grant().checkEveryTopic());
        exchange.takeRate(1);
        var json = new JsonWriter(128);
        json.beginObject();
        if (capId != null) {
            Ulid capability = Objects.requireNonNull(Ulid.parse(capId));
            execute(exchange, new Operation.RevokeCapability(capability, exchange.wallMillis() + KEPT_MS));
            json.name("revoked").text(capId);
        } else {
            String key = Objects.requireNonNull(kid);
            int epoch = epoch(key);
            execute(exchange, new Operation.RevokeKey(key, epoch));
            json.name("kid").text(key).name("min_epoch").number(epoch);
        }
        boolean _ = exchange.reply(json.endObject());
    }

    private int epoch(String kid) {
        OptionalInt epoch = access.revokingEpoch(kid);
        return epoch.orElseThrow(
                () -> new Rejected(ApiError.of(ErrorCode.E_NOT_FOUND, "gone", "there is no such key")));
    }

    private static void execute(Exchange exchange, Operation revocation) {
        Outcome.Done _ = exchange.execute("", revocation, Outcome.Done.class);
    }
}
