package io.hiveactor.ipc;

import io.hiveactor.runtime.ActorId;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Which calls actors are in, and until when: simulated time is exact, so no call is open after its deadline. */
final class OpenCalls {
    private static final long NEVER = Long.MAX_VALUE;

    /** One call. Users' code inside it may wait, which no deadline of ours bounds. */
    static final class Call {
        private final ActorId identity;
        private final String what;
        private final long deadlineNanos;
        private boolean hasPaused;

        private Call(ActorId identity, String what, long deadlineNanos) {
            this.identity = identity;
            this.what = what;
            this.deadlineNanos = deadlineNanos;
        }

        boolean hasPaused() {
            return hasPaused;
        }

        boolean isDue(long nowNanos) {
            return nowNanos >= deadlineNanos;
        }

        @Nullable String lateness(long nowNanos) {
            return hasPaused || nowNanos <= deadlineNanos
                    ? null
                    : identity + "'s " + what + " should have ended " + (nowNanos - deadlineNanos) + " ns ago";
        }
    }

    private final Map<ActorId, Call> open = new HashMap<>();

    /** @param timeoutMillis -1 for one that may wait for ever */
    Call begin(ActorId identity, String what, long nowNanos, long timeoutMillis) {
        return beginUntil(identity, what, timeoutMillis == -1 ? NEVER : nowNanos + timeoutMillis * 1_000_000);
    }

    Call beginUntil(ActorId identity, String what, long deadlineNanos) {
        var call = new Call(identity, what, deadlineNanos);
        open.put(identity, call);
        return call;
    }

    void end(Call call) {
        open.remove(call.identity, call);
    }

    /** Users' code inside an actor's call waits. */
    void pauses(ActorId identity) {
        Call call = open.get(identity);
        if (call != null) {
            call.hasPaused = true;
        }
    }

    /** What should have ended by now. */
    @Nullable String late(long nowNanos) {
        return open.values().stream()
                .map(call -> call.lateness(nowNanos))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }
}
