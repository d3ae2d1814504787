package io.hiveactor.bench;

import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.Props;

/** A classic actor of Pekko that counts what comes. */
final class PekkoCounter extends AbstractActor {
    private final Tally tally;

    private PekkoCounter(Tally tally) {
        this.tally = tally;
    }

    static Props props(Tally tally) {
        return Props.create(PekkoCounter.class, () -> new PekkoCounter(tally));
    }

    @Override
    public Receive createReceive() {
        return receiveBuilder().matchAny(message -> tally.came()).build();
    }
}
