package io.hiveactor.service.queue;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a store can be asked to do. Operations of one batch share a transaction; each has an {@link Outcome} of its own. */
public sealed interface Operation {
    /**
     * Stores a message.
     *
     * @param topic its topic, which is created if it is new
     * @param idemKey repeats of a send carry the same key
     * @param payload the content
     * @param payloadHash hash of the payload
     * @param attrs attributes in the form of {@link Attributes}
     * @param partition messages of one partition keep their order
     * @param delayMs how long it stays invisible
     * @param corrId correlation id
     * @param sig opaque to the service
     * @param ts wall time, part of the hash chain
     * @param wallMs the same time as a number
     * @param chain hash of topic, ts, key, payload hash and attributes
     * @param refusesDuplicates whether a repeat is an error instead of a flag
     */
    @SuppressWarnings("ArrayRecordComponent") // sends are never compared, and copies of payloads would cost
    record Send(
            String topic,
            String idemKey,
            byte[] payload,
            Digest payloadHash,
            byte[] attrs,
            @Nullable String partition,
            long delayMs,
            UUID corrId,
            @Nullable String sig,
            String ts,
            long wallMs,
            Digest chain,
            boolean refusesDuplicates)
            implements Operation {}

    /**
     * Leases ready messages.
     *
     * @param topic where to look
     * @param partition null for all partitions in turn
     * @param visibilityMs length of the lease
     * @param maxMessages most messages to lease
     * @param maxBytes most payload bytes; one message comes whatever its size
     * @param capability id of the capability they are leased under
     * @param unsettled leases of the same stream; those that still run count towards maxMessages
     */
    record Receive(
            String topic,
            @Nullable String partition,
            long visibilityMs,
            int maxMessages,
            long maxBytes,
            Ulid capability,
            List<LeaseRef> unsettled)
            implements Operation {}

    /** What settles or changes one lease. */
    sealed interface OnLease extends Operation {
        Ulid id();

        /** Null stands for the lease held under the caller's capability. */
        @Nullable LeaseToken token();

        Caller caller();
    }

    /**
     * Who wants to settle a lease.
     *
     * @param capability id of the caller's capability
     * @param scope topics it may touch
     * @param lapse whether it is still good
     */
    record Caller(Ulid capability, TopicScope scope, Lapse lapse) {}

    /** Deletes a leased message: it was processed. */
    record Ack(Ulid id, @Nullable LeaseToken token, Caller caller) implements OnLease {}

    /**
     * Gives a leased message back.
     *
     * @param reason kept as the last error
     * @param delayMs how long it stays invisible; null for a random back-off
     * @param isDead whether it becomes a dead letter at once
     */
    record Nack(
            Ulid id,
            @Nullable LeaseToken token,
            Caller caller,
            @Nullable String reason,
            @Nullable Long delayMs,
            boolean isDead)
            implements OnLease {}

    /** Moves the end of a lease to now + visibilityMs. */
    record Extend(Ulid id, LeaseToken token, Caller caller, long visibilityMs) implements OnLease {}

    /** Makes messages ready again whose delivery could not be written. Leases that have ended meanwhile are left alone. */
    record GiveBack(List<LeaseRef> leases) implements Operation {}

    /** Lists dead letters of a topic, by place, after a place. */
    record ListDead(String topic, long after, int limit) implements Operation {}

    /** Reads one dead letter. */
    record ReadDead(Ulid id, TopicScope scope) implements Operation {}

    /**
     * Brings dead letters back, or deletes them.
     *
     * @param ids null for the oldest ones
     * @param after only letters after this place; 0 for all
     * @param limit most letters to handle
     * @param isPurge whether they are deleted
     */
    record SettleDead(String topic, @Nullable List<Ulid> ids, long after, int limit, boolean isPurge)
            implements Operation {}

    /**
     * Deletes messages of a topic that are not dead.
     *
     * @param below only rows with smaller numbers; 0 for those there are now
     * @param limit most messages to delete
     */
    record PurgeTopic(String topic, long below, int limit) implements Operation {}

    /** Lists topics by name, after a name. */
    record ListTopics(String after, int limit, TopicScope scope) implements Operation {}

    /** Reads the figures of one topic. */
    record ReadStats(String topic) implements Operation {}

    /** Revokes a capability, and all that were derived from it. */
    record RevokeCapability(Ulid capability, long untilWallMs) implements Operation {}

    /** Revokes all capabilities that were minted by a key so far. */
    record RevokeKey(String kid, int minEpoch) implements Operation {}

    /** Reads all revocations. */
    record ListRevocations(long wallMs) implements Operation {}

    /** Moves what is due; every batch does that, so this one is for a batch that has no other reason. */
    record Sweep() implements Operation {}

    /**
     * One slice of retention: messages that are too old become dead letters, dead letters that are too old are deleted, keys
     * whose window has ended are forgotten, and so are topics that were empty for a day.
     *
     * @param after where the last slice ended; 0 at first
     */
    record Retain(long after) implements Operation {}

    /**
     * Checks checksums and hashes of a slice of rows.
     *
     * @param after row number where the last slice ended; 0 at first
     */
    record Scrub(long after, int limit) implements Operation {}
}
