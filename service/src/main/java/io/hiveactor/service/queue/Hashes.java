package io.hiveactor.service.queue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.commons.codec.digest.Blake3;
import org.jspecify.annotations.Nullable;

/** The hashes of the service. L(x) below is the length of x as 32 bits, most significant first, then x. */
public final class Hashes {
    private static final byte[] CHAIN_DOMAIN = "ron.mailbox.v1/hash_chain\0".getBytes(StandardCharsets.US_ASCII);

    private Hashes() {}

    /** BLAKE3 of some bytes. */
    public static Digest of(byte[] bytes) {
        return Digest.of(Blake3.hash(bytes));
    }

    /**
     * The hash that binds a payload to its envelope: BLAKE3 of the domain, L(topic), L(ts), L(idemKey), L(payloadHash) and
     * the attributes.
     */
    public static Digest chain(String topic, String ts, String idemKey, Digest payloadHash, byte[] attrs) {
        Blake3 hash = Blake3.initHash().update(CHAIN_DOMAIN);
        add(hash, topic.getBytes(StandardCharsets.UTF_8));
        add(hash, ts.getBytes(StandardCharsets.UTF_8));
        add(hash, idemKey.getBytes(StandardCharsets.UTF_8));
        add(hash, payloadHash.bytes());
        hash.update(attrs);
        return Digest.of(hash.doFinalize(32));
    }

    /** The queue of a topic that a partition belongs to: BLAKE3 of L(topic) and L(partition), modulo the shards. */
    public static int shardOf(String topic, @Nullable String partition, int shards) {
        Blake3 hash = Blake3.initHash();
        add(hash, topic.getBytes(StandardCharsets.UTF_8));
        add(hash, (partition == null ? "" : partition).getBytes(StandardCharsets.UTF_8));
        return Integer.remainderUnsigned(ByteBuffer.wrap(hash.doFinalize(4)).getInt(), shards);
    }

    private static void add(Blake3 hash, byte[] bytes) {
        hash.update(ByteBuffer.allocate(4).putInt(bytes.length).array()).update(bytes);
    }
}
