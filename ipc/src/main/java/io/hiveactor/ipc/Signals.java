package io.hiveactor.ipc;

import io.hiveactor.runtime.ActorExit;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.TimerId;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the signals of one typed actor stand for: ticks of its timers, ends that it monitors, results of futures.
 *
 * <p><b>Threads:</b> owner only, the actor's own code.
 */
final class Signals<M> {
    /*
     * A timer is in `ticks` until its message was delivered or it was cancelled, a monitor in `exits` until its EXIT was. So
     * a signal that is not found here was cancelled while it lay in the mailbox, or belongs to the untyped layer.
     */
    private final Map<Long, Tick<M>> ticks = new HashMap<>();
    private final Map<Long, Exits<M>> exits = new HashMap<>();
    /** Timers that were cancelled last; a receive drops their ticks. */
    private final Set<Long> cancelled = new LinkedHashSet<>();

    private static final int MOST_CANCELLED = 1_024;

    private record Tick<M>(M message, boolean isOnce) {}

    /** What the ends that one monitor reports stand for. A filter may look at an EXIT several times; its message is made once. */
    private static final class Exits<M> {
        private final Function<? super ActorExit, ? extends M> toMessage;
        private final boolean isOnce;
        private @Nullable ActorExit last;
        private @Nullable M message;

        Exits(Function<? super ActorExit, ? extends M> toMessage, boolean isOnce) {
            this.toMessage = toMessage;
            this.isOnce = isOnce;
        }

        @Nullable M messageOf(ActorExit exit) {
            if (exit != last) {
                message = toMessage.apply(exit);
                last = exit;
            }
            return message;
        }
    }

    void expectTick(TimerId timer, M message, boolean isOnce) {
        ticks.put(timer.number(), new Tick<>(message, isOnce));
    }

    boolean forgetTick(TimerId timer) {
        boolean wasExpected = ticks.remove(timer.number()) != null;
        if (wasExpected) {
            cancelled.add(timer.number()); // its tick may be in the mailbox
            if (cancelled.size() > MOST_CANCELLED) {
                cancelled.remove(cancelled.iterator().next());
            }
        }
        return wasExpected;
    }

    /** Whether it stands for nothing any more, because its timer was cancelled while it lay in the mailbox. */
    boolean isCancelled(Message signal) {
        return signal.messageClass() == MessageClass.TIMER && cancelled.contains(signal.correlation());
    }

    /** Whether it brings the result of a future, whose message is made when it has been received. */
    static boolean isPiped(Message signal) {
        return signal.object() instanceof PipedResult<?, ?>;
    }

    /** @param isOnce whether the monitor reports one end, and no end of a later actor with the same id */
    void expectExit(long monitor, Function<? super ActorExit, ? extends M> toMessage, boolean isOnce) {
        exits.put(monitor, new Exits<>(toMessage, isOnce));
    }

    void forgetExit(long monitor) {
        exits.remove(monitor);
    }

    /** The message that a signal stands for; null if it is none, or stands for nothing. */
    @Nullable M messageOf(Message signal) {
        if (signal.messageClass() == MessageClass.TIMER) {
            Tick<M> tick = ticks.get(signal.correlation());
            return tick == null ? null : tick.message;
        }
        if (signal.object() instanceof PipedResult<?, ?> piped) {
            @SuppressWarnings("unchecked") // only this actor's pipeToSelf makes one for it
            M message = (M) piped.message();
            return message;
        }
        if (signal.messageClass() == MessageClass.EXIT && signal.object() instanceof ActorExit exit) {
            Exits<M> known = exits.get(signal.correlation());
            return known == null ? null : known.messageOf(exit);
        }
        return null;
    }

    /** A signal was delivered as the message it stands for. */
    void delivered(Message signal) {
        Tick<M> tick = signal.messageClass() == MessageClass.TIMER ? ticks.get(signal.correlation()) : null;
        if (tick != null && tick.isOnce) {
            ticks.remove(signal.correlation());
        }
        Exits<M> known = signal.messageClass() == MessageClass.EXIT ? exits.get(signal.correlation()) : null;
        if (known != null && known.isOnce) {
            exits.remove(signal.correlation());
        }
    }
}
