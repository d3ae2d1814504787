package io.hiveactor.ipc;

import io.hiveactor.runtime.ActorExit;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.TimerId;
import java.util.HashMap;
import java.util.Map;
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

    private record Tick<M>(M message, boolean isOnce) {}

    /** What the ends that one monitor reports stand for. A filter may look at an EXIT several times; its message is made once. */
    private static final class Exits<M> {
        private final Function<? super ActorExit, ? extends M> toMessage;
        private @Nullable ActorExit last;
        private @Nullable M message;

        Exits(Function<? super ActorExit, ? extends M> toMessage) {
            this.toMessage = toMessage;
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
        return ticks.remove(timer.number()) != null;
    }

    void expectExit(long monitor, Function<? super ActorExit, ? extends M> toMessage) {
        exits.put(monitor, new Exits<>(toMessage));
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
    }
}
