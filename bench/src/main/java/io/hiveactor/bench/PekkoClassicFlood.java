package io.hiveactor.bench;

import java.util.function.Function;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;

/** Tells to one classic actor of Pekko, which as it comes has the default dispatcher and a mailbox without a bound. */
final class PekkoClassicFlood {
    private static final Object DROP = new Object();

    private PekkoClassicFlood() {}

    /** From another actor. */
    static Contestant inside(String dispatcher) {
        return inside(dispatcher, Function.identity());
    }

    /** The same through a mailbox that holds as many as our pool, and blocks the sender's thread while it is full. */
    static Contestant insideBounded() {
        return inside(PekkoDispatchers.DEFAULT, receiver -> receiver.withMailbox(PekkoMailboxes.BOUNDED_256));
    }

    private static Contestant inside(String dispatcher, Function<Props, Props> mailbox) {
        var tally = new Tally();
        ActorSystem system = PekkoClassicMatch.start();
        ActorRef receiver = system.actorOf(mailbox.apply(PekkoCounter.props(tally).withDispatcher(dispatcher)));
        ActorRef sender = system.actorOf(
                Props.create(Sender.class, () -> new Sender(receiver)).withDispatcher(dispatcher));
        return new Flood(tally, messages -> sender.tell(messages, ActorRef.noSender()),
                () -> PekkoClassicMatch.end(system));
    }

    /** From threads outside. */
    static Contestant outside(int producers) {
        var tally = new Tally();
        ActorSystem system = PekkoClassicMatch.start();
        ActorRef receiver = system.actorOf(PekkoCounter.props(tally));
        return new Flood(tally, messages -> Workers.startPlatform(producers, messages, share -> {
            for (int i = 0; i < share; i++) {
                receiver.tell(DROP, ActorRef.noSender());
            }
        }), () -> PekkoClassicMatch.end(system));
    }

    /** Tells as often as it is told to. */
    static final class Sender extends AbstractActor {
        private final ActorRef receiver;

        Sender(ActorRef receiver) {
            this.receiver = receiver;
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder().match(Integer.class, this::send).build();
        }

        private void send(int messages) {
            for (int i = 0; i < messages; i++) {
                receiver.tell(DROP, getSelf());
            }
        }
    }
}
