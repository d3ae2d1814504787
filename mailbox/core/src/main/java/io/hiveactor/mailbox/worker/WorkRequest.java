package io.hiveactor.mailbox.worker;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a worker is asked to do.
 *
 * @param request the work itself
 * @param budget how long one attempt may take: then its handler is interrupted, and the attempt has failed; null for
 *     no limit
 * @param deadline when the answer is of no use any more; null if there is no such time
 * @param requestId tells this request from all others, also if it is sent again
 * @param createdAt when it was made
 * @param traceId what to find it by in traces; handed on to a dead letter
 */
public record WorkRequest<T extends @Nullable Object>(
        T request,
        @Nullable Duration budget,
        @Nullable Instant deadline,
        String requestId,
        Instant createdAt,
        @Nullable String traceId) {
    public WorkRequest {
        if (budget != null && (budget.isNegative() || budget.isZero())) {
            throw new IllegalArgumentException("a budget must be positive: " + budget);
        }
        Objects.requireNonNull(requestId, "requestId");
        Objects.requireNonNull(createdAt, "createdAt");
    }

    /** A new request, made now. */
    public static <T extends @Nullable Object> WorkRequest<T> of(T request) {
        return new WorkRequest<>(request, null, null, UUID.randomUUID().toString(), Instant.now(), null);
    }

    /** A copy with a time limit for each attempt; its handler is interrupted then. */
    public WorkRequest<T> withBudget(Duration newBudget) {
        return new WorkRequest<>(request, newBudget, deadline, requestId, createdAt, traceId);
    }

    /** A copy with a time after which the request is not attempted any more. */
    public WorkRequest<T> withDeadline(Instant newDeadline) {
        return new WorkRequest<>(request, budget, newDeadline, requestId, createdAt, traceId);
    }

    /** A copy with a trace id. */
    public WorkRequest<T> withTrace(String newTraceId) {
        return new WorkRequest<>(request, budget, deadline, requestId, createdAt, newTraceId);
    }

    /** Until when an attempt that begins now may take; null if that is open. */
    @Nullable Instant attemptEnds(Instant now) {
        Instant ends = budget == null ? null : after(now, budget);
        if (ends == null || (deadline != null && deadline.isBefore(ends))) {
            return deadline;
        }
        return ends;
    }

    /** The end of all time rather than beyond it. */
    private static Instant after(Instant now, Duration time) {
        return time.compareTo(Duration.between(now, Instant.MAX)) < 0 ? now.plus(time) : Instant.MAX;
    }
}
