package io.hiveactor.bench;

import com.typesafe.config.ConfigFactory;
import java.util.concurrent.SynchronousQueue;
import java.util.function.Function;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.DispatcherSelector;

/** A typed actor of Pekko that is told how many operations to do, and puts something in a queue at the end. */
final class PekkoTypedMatch implements Match {
    private final ActorSystem<Object> system;
    private final SynchronousQueue<Object> end = new SynchronousQueue<>();

    /**
     * @param dispatcher one of {@link PekkoDispatchers}
     * @param player the actor that is told, given the queue
     */
    PekkoTypedMatch(String dispatcher, Function<SynchronousQueue<Object>, Behavior<Object>> player) {
        system = start(dispatcher, player.apply(end));
    }

    static ActorSystem<Object> start(String dispatcher, Behavior<Object> guardian) {
        return ActorSystem.create(guardian, "typed",
                ConfigFactory.parseString(PekkoDispatchers.CONFIG).withFallback(ConfigFactory.load()),
                DispatcherSelector.fromConfig(dispatcher));
    }

    static void end(ActorSystem<Object> system) {
        system.terminate();
        system.getWhenTerminated().toCompletableFuture().join();
    }

    @Override
    public long play(Object order) throws InterruptedException {
        long start = System.nanoTime();
        system.tell(order);
        Patience.untilEnd(end);
        return System.nanoTime() - start;
    }

    @Override
    public void close() {
        end(system);
    }
}
