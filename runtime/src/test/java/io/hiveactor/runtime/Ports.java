package io.hiveactor.runtime;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.diagnosis.ActorView;
import io.hiveactor.runtime.diagnosis.Diagnosis;
import io.hiveactor.runtime.diagnosis.Identity;
import io.hiveactor.runtime.diagnosis.Wait;
import io.hiveactor.runtime.port.ActorPort;
import java.time.Duration;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Actors that wait by the engine's own calls, and who of them is stuck. */
final class Ports {
    private Ports() {}

    static ActorPort port(ActorContext self) {
        return ((ActorPort.Holder) self).port();
    }

    /** Waits for a message from one sender for as long as it takes; null if the hive has ended a wait without end. */
    @CanIgnoreReturnValue
    static @Nullable Message from(ActorContext self, ActorId sender) {
        return port(self).receive(MessageFilter.any().from(sender), ActorPort.NEVER);
    }

    static ActorConfig on(String name, int shard) {
        return ActorConfig.named(name).onShard(shard);
    }

    @CanIgnoreReturnValue
    static ActorId spawn(Hive hive, String name, int shard, ActorBody code) {
        return hive.spawn(code, on(name, shard));
    }

    /** An actor that takes any message and sends none. */
    static ActorId spawnIdle(Hive hive, String name, int shard) {
        return hive.spawn((Handler) (self, message) -> {}, on(name, shard));
    }

    /** Keeps the thread until something holds, or for so long at the most. */
    static void spinUntil(BooleanSupplier holds, Duration most) {
        long end = System.nanoTime() + most.toNanos();
        while (!holds.getAsBoolean() && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    static void spin(Duration time) {
        spinUntil(() -> false, time);
    }

    /** The names of all who are stuck. */
    static Set<String> stuck(Diagnosis diagnosis) {
        return Surveyor.members(diagnosis).stream().map(ActorView::identity).map(Identity::name).collect(Collectors.toSet());
    }

    /** Whether an actor waits for a message from one sender, or for what it said it expects. */
    static boolean waits(Hive hive, String name) {
        return hive.snapshot().actors().stream().anyMatch(each -> each.identity().name().equals(name)
                && (each.waitsFor() instanceof Wait.From || each.waitsFor() instanceof Wait.Expected));
    }
}
