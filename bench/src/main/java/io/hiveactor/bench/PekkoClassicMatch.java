package io.hiveactor.bench;

import com.typesafe.config.ConfigFactory;
import java.util.concurrent.SynchronousQueue;
import java.util.function.BiFunction;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;

/** A classic actor of Pekko that is told how many operations to do, and puts something in a queue at the end. */
final class PekkoClassicMatch implements Match {
    private final ActorSystem system;
    private final ActorRef player;
    private final SynchronousQueue<Object> end = new SynchronousQueue<>();

    /** @param players starts the actors, given the queue, and says which of them is told */
    PekkoClassicMatch(BiFunction<ActorSystem, SynchronousQueue<Object>, ActorRef> players) {
        system = start();
        player = players.apply(system, end);
    }

    static ActorSystem start() {
        return ActorSystem.create("classic",
                ConfigFactory.parseString(PekkoDispatchers.CONFIG + PekkoMailboxes.CONFIG)
                        .withFallback(ConfigFactory.load()).resolve());
    }

    static void end(ActorSystem system) {
        system.terminate();
        system.getWhenTerminated().toCompletableFuture().join();
    }

    @Override
    public long play(Object order) throws InterruptedException {
        long start = System.nanoTime();
        player.tell(order, ActorRef.noSender());
        Patience.untilEnd(end);
        return System.nanoTime() - start;
    }

    @Override
    public void close() {
        end(system);
    }
}
