package io.hiveactor.service.queue;

/** What a check found wrong with stored data. */
public enum Damage {
    CRC("crc"),
    PAYLOAD_HASH("payload_hash"),
    HASH_CHAIN("hash_chain"),
    STRUCTURE("structure");

    private final String word;

    Damage(String word) {
        this.word = word;
    }

    /** The word for it in metrics, logs and answers. */
    public String word() {
        return word;
    }
}
