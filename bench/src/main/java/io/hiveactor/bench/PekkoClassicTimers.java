package io.hiveactor.bench;

import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;

/** Messages to one classic actor of Pekko, by the system's scheduler. */
final class PekkoClassicTimers {
    /** What a program gets that configures nothing. */
    static final String DEFAULT_TICK = "10ms";
    /** The shortest that the scheduler takes. */
    static final String SHORTEST_TICK = "1ms";

    private static final Object TICK = new Object();

    private PekkoClassicTimers() {}

    static Contestant with(int pending, String tick) {
        var load = new TimerLoad();
        ActorSystem system = ActorSystem.create("timers",
                ConfigFactory.parseString(PekkoDispatchers.CONFIG + "pekko.scheduler.tick-duration = " + tick)
                        .withFallback(ConfigFactory.load()).resolve());
        ActorRef owner = system.actorOf(Props.create(Owner.class, () -> new Owner(load, pending)));
        return new Flood(load.tally, timers -> owner.tell(timers, ActorRef.noSender()),
                () -> PekkoClassicMatch.end(system));
    }

    private static final class Owner extends AbstractActor {
        private final TimerLoad load;
        private final int pending;

        Owner(TimerLoad load, int pending) {
            this.load = load;
            this.pending = pending;
        }

        @Override
        public void preStart() {
            for (int i = 0; i < pending; i++) {
                schedule(load.pending());
            }
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder().match(Integer.class, this::begin).matchAny(tick -> fire()).build();
        }

        private void begin(int operations) {
            for (int i = load.begin(operations); i > 0; i--) {
                schedule(load.delay());
            }
        }

        private void fire() {
            if (load.fired()) {
                schedule(load.delay());
            }
        }

        private void schedule(Duration delay) {
            getContext().getSystem().scheduler()
                    .scheduleOnce(delay, getSelf(), TICK, getContext().getDispatcher(), getSelf());
        }
    }
}
