package io.hiveactor.service.http;

import io.hiveactor.service.engine.Answer;
import io.hiveactor.service.queue.Outcome;
import io.hiveactor.service.queue.Refusal;

/** The errors by which the engine's refusals are answered. */
final class Refusals {
    private static final long STORE_RETRY_MS = 5_000;

    private Refusals() {}

    static ApiError of(Outcome.Refused refused) {
        Refusal refusal = refused.refusal();
        ApiError error = switch (refusal) {
            case DUPLICATE -> error(ErrorCode.E_DUPLICATE, refusal, "this message was sent before");
            case PAYLOAD_MISMATCH -> error(ErrorCode.E_DUPLICATE, refusal, "the key was sent with another payload");
            case GONE -> error(ErrorCode.E_NOT_FOUND, refusal, "there is no such message");
            case NOT_LEASED -> error(ErrorCode.E_LEASE_LOST, refusal, "the message is not leased");
            case STALE -> error(ErrorCode.E_LEASE_LOST, refusal, "the message is leased to another consumer");
            case DEAD -> error(ErrorCode.E_LEASE_LOST, refusal, "the message is a dead letter");
            case HOLD_LIMIT -> error(ErrorCode.E_LEASE_LOST, refusal, "the lease cannot be extended any further");
            case TOPIC -> error(ErrorCode.E_CAP_SCOPE, refusal, "the capability does not allow this topic");
            case EXPIRED -> error(ErrorCode.E_CAP_AUTH, refusal, "the capability has expired");
            case REVOKED -> error(ErrorCode.E_CAP_AUTH, refusal, "the capability was revoked");
            case TOPIC_FULL, STORE_FULL, TOPIC_MAX, GLOBAL_INFLIGHT, DEDUP_FULL, DLQ_FULL ->
                ApiError.saturated(refusal.word(), refused.retryAfterMs());
            case DISK_FULL -> error(ErrorCode.E_UNAVAILABLE, refusal, "the disk is full").retryAfter(STORE_RETRY_MS);
            case PAYLOAD_HASH, HASH_CHAIN -> error(ErrorCode.E_INTEGRITY, refusal, "the stored message is damaged");
            case STORE -> error(ErrorCode.E_UNAVAILABLE, refusal, "the store failed; the operation may have happened")
                    .retryAfter(STORE_RETRY_MS);
        };
        return error.about(refused.id());
    }

    static ApiError of(Answer.Busy busy) {
        return ApiError.saturated(busy.queue().word(), busy.retryAfterMs());
    }

    static ApiError of(Answer.Unavailable unavailable, RequestLimits limits) {
        return switch (unavailable.cause()) {
            case STORE -> unavailable(unavailable, "the store failed; the operation may have happened");
            case TIMEOUT -> unavailable(unavailable, "no answer in time; the operation may have happened");
            case STARTING -> unavailable(unavailable, "the service is starting");
            case DRAINING -> draining(limits);
        };
    }

    static ApiError draining(RequestLimits limits) {
        return ApiError.of(ErrorCode.E_UNAVAILABLE, "draining", "the service is stopping")
                .retryAfter(limits.drainDeadlineMs() + 1_000);
    }

    static ApiError pollInUse() {
        return ApiError.schema("format", "/poll_id", "a poll with this id is waiting");
    }

    private static ApiError unavailable(Answer.Unavailable unavailable, String message) {
        return ApiError.of(ErrorCode.E_UNAVAILABLE, unavailable.cause().word(), message).retryAfter(STORE_RETRY_MS);
    }

    private static ApiError error(ErrorCode code, Refusal refusal, String message) {
        return ApiError.of(code, refusal.word(), message);
    }
}
