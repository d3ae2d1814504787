package io.hiveactor.bench;

import static io.hiveactor.bench.HiveMatch.sent;

import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.FiberMode;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MonitorResult;
import io.hiveactor.runtime.NameChange;
import io.hiveactor.runtime.supervision.ChildSpec;
import io.hiveactor.runtime.supervision.Strategy;
import io.hiveactor.runtime.supervision.Supervisor;
import io.hiveactor.runtime.supervision.SupervisorSpec;
import java.time.Duration;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A registered handler of a hive crashes, its supervisor, ONE_FOR_ONE, starts it again, and this one sends to it; see
 * {@link Life}.
 */
final class HiveRestart implements Handler {
    private static final String CHILD = "child";
    private static final Object DONE = new Object();
    private static final SupervisorSpec WITHOUT_LIMIT = SupervisorSpec.of(
                    Strategy.ONE_FOR_ONE, ChildSpec.handler(CHILD, siblings -> child()).registered())
            .withIntensity(0, Duration.ofSeconds(1));
    /** Held here, or its level would be lost with it. */
    private static final Logger LOG = Logger.getLogger("io.hiveactor.runtime.supervision");

    private final ActorId referee;
    private @Nullable ActorId child;
    private int left;

    private HiveRestart(ActorId referee) {
        this.referee = referee;
    }

    static Contestant on(FiberMode mode) {
        LOG.setLevel(Level.OFF);
        return new HiveMatch(HiveMatch.oneShard(mode), (hive, referee) -> {
            var unused = Supervisor.start(hive, WITHOUT_LIMIT);
            return hive.spawn(new HiveRestart(referee));
        });
    }

    private static Handler child() {
        var life = new Life();
        return (self, message) -> sent(self.notify(message.sender(), life.handle(message.as(Object.class))));
    }

    @Override
    public void onMessage(ActorContext self, Message message) {
        switch (message.messageClass()) {
            case NAME -> meet(self, message.as(NameChange.class).actor());
            case EXIT -> send(self, Life.NEXT); // what it was sent before its crash would have ended with it
            default -> ordered(self, message.as(Object.class));
        }
    }

    private void meet(ActorContext self, ActorId newChild) {
        child = newChild;
        MonitorResult result = self.monitor(newChild);
        if (result instanceof MonitorResult.NoMonitor reason) {
            throw new IllegalStateException("no monitor of " + newChild + ": " + reason);
        }
        send(self, Life.CRASH);
    }

    private void ordered(ActorContext self, Object message) {
        if (message instanceof Integer restarts) {
            left = restarts;
        } else {
            Life.requireFirst(message);
            left--;
        }
        if (left == 0) {
            sent(self.notify(referee, DONE));
        } else if (child == null) {
            self.watchName(CHILD);
        } else {
            send(self, Life.CRASH);
        }
    }

    private void send(ActorContext self, Object message) {
        sent(self.send(Objects.requireNonNull(child), 0, message));
    }
}
