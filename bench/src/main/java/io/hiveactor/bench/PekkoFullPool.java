package io.hiveactor.bench;

import java.util.List;
import java.util.stream.Stream;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;

/**
 * Eight classic actors of Pekko tell a ninth whose mailbox holds 64, and block their threads while it is full.
 *
 * <p>The eight are on the default dispatcher. The ninth has a thread of its own: on the default dispatcher, which has
 * eight threads on a small machine, nobody would be left to run it. A tell does not say whether it has waited, so there
 * are no figures of hand-offs.
 */
final class PekkoFullPool {
    private PekkoFullPool() {}

    static Contestant start() {
        var tally = new Tally();
        ActorSystem system = PekkoClassicMatch.start();
        ActorRef receiver = system.actorOf(PekkoCounter.props(tally)
                .withDispatcher(PekkoDispatchers.PINNED).withMailbox(PekkoMailboxes.BOUNDED));
        List<ActorRef> producers = Stream.generate(() -> system.actorOf(
                        Props.create(PekkoClassicFlood.Sender.class, () -> new PekkoClassicFlood.Sender(receiver))))
                .limit(HiveFullPool.PRODUCERS).toList();
        return new Flood(tally, messages -> {
            for (int i = 0; i < producers.size(); i++) {
                producers.get(i).tell(Workers.share(messages, producers.size(), i), ActorRef.noSender());
            }
        }, () -> PekkoClassicMatch.end(system));
    }
}
