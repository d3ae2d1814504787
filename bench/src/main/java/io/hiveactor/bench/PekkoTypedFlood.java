package io.hiveactor.bench;

import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** Tells to one typed actor of Pekko, as it comes: default dispatcher, and a mailbox without a bound. */
final class PekkoTypedFlood {
    private static final Object DROP = new Object();

    private PekkoTypedFlood() {}

    /** From another actor. */
    static Contestant inside() {
        var tally = new Tally();
        ActorSystem<Object> system = PekkoTypedMatch.start(PekkoDispatchers.DEFAULT, Behaviors.setup(
                context -> sender(context.spawn(counter(tally), "receiver"))));
        return new Flood(tally, system::tell, () -> PekkoTypedMatch.end(system));
    }

    private static Behavior<Object> sender(ActorRef<Object> receiver) {
        return Behaviors.receiveMessage(messages -> {
            for (int left = (Integer) messages; left > 0; left--) {
                receiver.tell(DROP);
            }
            return Behaviors.same();
        });
    }

    /** From threads outside. */
    static Contestant outside(int producers) {
        var tally = new Tally();
        ActorSystem<Object> receiver = PekkoTypedMatch.start(PekkoDispatchers.DEFAULT, counter(tally));
        return new Flood(tally, messages -> Workers.startPlatform(producers, messages, share -> {
            for (int i = 0; i < share; i++) {
                receiver.tell(DROP);
            }
        }), () -> PekkoTypedMatch.end(receiver));
    }

    private static Behavior<Object> counter(Tally tally) {
        return Behaviors.receiveMessage(message -> {
            tally.came();
            return Behaviors.same();
        });
    }
}
