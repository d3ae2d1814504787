package io.hiveactor.service.http;

import io.hiveactor.service.queue.Attributes;
import io.hiveactor.service.queue.BodyRow;
import io.hiveactor.service.queue.Damage;
import io.hiveactor.service.queue.DeadLetter;
import io.hiveactor.service.queue.DeadReason;
import io.hiveactor.service.queue.DeadRow;
import io.hiveactor.service.queue.Digest;
import io.hiveactor.service.queue.Envelope;
import io.hiveactor.service.queue.Hashes;
import io.hiveactor.service.queue.Hold;
import io.hiveactor.service.queue.LeaseToken;
import io.hiveactor.service.queue.MessageIds;
import io.hiveactor.service.queue.MessageRow;
import io.hiveactor.service.queue.MessageState;
import io.hiveactor.service.queue.Outcome;
import io.hiveactor.service.queue.Ulid;
import java.util.Map;
import java.util.UUID;

/** Messages and dead letters to answer with. */
final class Samples {
    static final String TS = "2026-11-18T06:00:00.000Z";
    static final Ulid ID = id(7);
    static final LeaseToken LEASE = new LeaseToken(1, 2);
    static final UUID CORR_ID = UUID.fromString("01936b2e-7c00-7abc-8def-0123456789ab");

    private Samples() {}

    static Ulid id(long no) {
        return MessageIds.of(1_763_000_000_000L, no, 0x1234, 5);
    }

    static Envelope envelope(long no, String topic, byte[] payload) {
        var hold = new Hold(new LeaseToken(no, 2), FakeAccess.CAPABILITY, 0, 5_000);
        var row = new MessageRow(no, id(no), 1, 5, MessageState.LEASED, 0, 5_000, 1, 100, 0, 0, null, hold);
        return new Envelope(topic, row, body(no, topic, payload), 5_000);
    }

    static BodyRow body(long no, String topic, byte[] payload) {
        byte[] attrs = Attributes.encode(Map.of("a", "\u00e4\ud83d\ude00\"\\\n"));
        Digest hash = Hashes.of(payload);
        Digest chain = Hashes.chain(topic, TS, "k", hash, attrs);
        return new BodyRow(no, 1, 0, null, TS, "k", CORR_ID, hash, chain, attrs, null, payload);
    }

    static DeadLetter deadLetter(long no, String topic) {
        var row = new MessageRow(no, id(no), 1, 5, MessageState.DEAD, 0, 0, 5, 100, 0, 0, null, null);
        var dead = new DeadRow(no, 1, no, DeadReason.MAX_ATTEMPTS, 5, "lease ended", 0, TS);
        return new DeadLetter(topic, row, dead, TS, Hashes.of(new byte[] {1}));
    }

    static Outcome.DeadFound deadFound(byte[] payload, Damage damage) {
        return new Outcome.DeadFound(deadLetter(7, "orders"), body(7, "orders", payload), damage);
    }
}
