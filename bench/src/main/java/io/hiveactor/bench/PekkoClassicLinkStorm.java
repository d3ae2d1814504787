package io.hiveactor.bench;

import java.util.concurrent.SynchronousQueue;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.Terminated;

/** Classic actors of Pekko watch one that stops, and each receives its Terminated; see {@link LinkStorm}. */
final class PekkoClassicLinkStorm {
    private static final Object DONE = new Object();

    private PekkoClassicLinkStorm() {}

    static Contestant start() {
        return new LinkStorm(new PekkoClassicMatch((system, end) ->
                system.actorOf(Props.create(Conductor.class, () -> new Conductor(end)))));
    }

    private static final class Conductor extends AbstractActor implements StormConductor.Stage<ActorRef> {
        private final SynchronousQueue<Object> end;
        private final StormConductor<ActorRef> conductor = new StormConductor<>(this);
        private final Props victim = Props.create(Victim.class, Victim::new);
        private final Props mourner = Props.create(Mourner.class, () -> new Mourner(conductor));

        Conductor(SynchronousQueue<Object> end) {
            this.end = end;
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder().matchAny(conductor::onMessage).build();
        }

        @Override
        public ActorRef spawnVictim() {
            return getContext().actorOf(victim);
        }

        @Override
        public ActorRef spawnMourner() {
            return getContext().actorOf(mourner);
        }

        @Override
        public void tell(ActorRef actor, Object message) {
            actor.tell(message, getSelf());
        }

        @Override
        public void end() throws InterruptedException {
            end.put(DONE);
        }
    }

    private static final class Victim extends AbstractActor {
        @Override
        public Receive createReceive() {
            return receiveBuilder().matchAny(message -> getContext().stop(getSelf())).build();
        }
    }

    private static final class Mourner extends AbstractActor {
        private final StormConductor<ActorRef> conductor;

        Mourner(StormConductor<ActorRef> conductor) {
            this.conductor = conductor;
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder().match(Terminated.class, news -> count()).match(ActorRef.class, this::watch).build();
        }

        private void watch(ActorRef victim) {
            getContext().watch(victim);
            count();
        }

        private void count() {
            if (conductor.isLast()) {
                getContext().getParent().tell(StormConductor.ALL_CAME, getSelf());
            }
        }
    }
}
