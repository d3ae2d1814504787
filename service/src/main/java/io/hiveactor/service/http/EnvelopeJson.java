package io.hiveactor.service.http;

import io.hiveactor.service.queue.Attributes;
import io.hiveactor.service.queue.BodyRow;
import io.hiveactor.service.queue.Envelope;
import io.hiveactor.service.queue.LeaseRef;
import io.hiveactor.service.queue.MessageRow;
import java.util.Arrays;
import java.util.List;

/** The JSON form of delivered messages. */
final class EnvelopeJson {
    private static final int OVERHEAD = 768;

    private EnvelopeJson() {}

    /** A writer with room for these messages. */
    static JsonWriter writerFor(List<Envelope> messages) {
        int size = 64;
        for (Envelope message : messages) {
            size += OVERHEAD + message.body().attrs().length + 4 * (message.body().payload().length / 3 + 1);
        }
        return new JsonWriter(size);
    }

    static void write(JsonWriter json, Envelope envelope) {
        MessageRow message = envelope.message();
        BodyRow body = envelope.body();
        json.beginObject();
        json.name("msg_id").text(message.id().toString());
        json.name("topic").text(envelope.topic());
        json.name("ts").text(body.ts());
        json.name("idem_key").text(body.idemKey());
        json.name("payload_hash").text(body.payloadHash().toString());
        json.name("attrs").beginObject();
        Attributes.decode(body.attrs()).forEach((key, value) -> json.name(key).text(value));
        json.endObject();
        json.name("corr_id").text(body.corrId().toString());
        json.name("shard").number(message.shard());
        json.name("attempt").number(message.attempt());
        json.name("hash_chain").text(body.chain().toString());
        json.name("sig").text(body.sig());
        json.name("payload_b64").base64(body.payload());
        json.name("lease").text(envelope.lease().token().toString());
        json.name("lease_ms").number(envelope.leaseMs());
        json.name("partition").text(body.partition());
        json.name("redrives").number(message.redrives());
        json.endObject();
    }

    static List<LeaseRef> leases(List<Envelope> messages) {
        return messages.stream().map(Envelope::lease).toList();
    }

    /** Zeroes payloads that were written. */
    static void forget(List<Envelope> messages) {
        messages.forEach(message -> Arrays.fill(message.body().payload(), (byte) 0));
    }
}
