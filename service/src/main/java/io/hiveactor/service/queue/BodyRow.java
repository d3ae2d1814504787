package io.hiveactor.service.queue;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The content of a message: written once, deleted once.
 *
 * @param no row number of its message
 * @param topicId its topic
 * @param enqueuedMs service time of the send
 * @param partition as sent
 * @param ts wall time of the send
 * @param idemKey as sent
 * @param corrId as sent, or that of the request
 * @param payloadHash BLAKE3 of the payload
 * @param chain see {@link Hashes#chain}
 * @param attrs the attributes in the form of {@link Attributes}
 * @param sig as sent
 * @param payload as sent
 */
@SuppressWarnings("ArrayRecordComponent") // bodies are never compared, and copies of payloads would cost
public record BodyRow(
        long no,
        long topicId,
        long enqueuedMs,
        @Nullable String partition,
        String ts,
        String idemKey,
        UUID corrId,
        Digest payloadHash,
        Digest chain,
        byte[] attrs,
        @Nullable String sig,
        byte[] payload) {

    /** Returns what is wrong with it, or null if both hashes are right. */
    public @Nullable Damage damage(String topic) {
        if (!Hashes.of(payload).equals(payloadHash)) {
            return Damage.PAYLOAD_HASH;
        }
        return Hashes.chain(topic, ts, idemKey, payloadHash, attrs).equals(chain) ? null : Damage.HASH_CHAIN;
    }
}
