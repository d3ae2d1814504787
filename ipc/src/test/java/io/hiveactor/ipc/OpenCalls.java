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
        private final ActorId who;
        private final String what;
        private final long deadlineNanos;
        private boolean hasPaused;

        private Call(ActorId who, String what, long deadlineNanos) {
            this.who = who;
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
                    : who + "'s " + what + " should have ended " + (nowNanos - deadlineNanos) + " ns ago";
        }
    }

    private final Map<ActorId, Call> open = new HashMap<>();

    /** @param timeoutMillis -1 for one that may wait for ever */
    Call begin(ActorId who, String what, long nowNanos, long timeoutMillis) {
        return beginUntil(who, what, timeoutMillis == -1 ? NEVER : nowNanos + timeoutMillis * 1_000_000);
    }

    Call beginUntil(ActorId who, String what, long deadlineNanos) {
        var call = new Call(who, what, deadlineNanos);
        open.put(who, call);
        return call;
    }

    void end(Call call) {
        open.remove(call.who, call);
    }

    /** Users' code inside an actor's call waits. */
    void pauses(ActorId who) {
        Call call = open.get(who);
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
