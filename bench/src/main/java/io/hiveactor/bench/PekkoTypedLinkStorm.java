package io.hiveactor.bench;

import java.util.concurrent.SynchronousQueue;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.Terminated;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;

/** Typed actors of Pekko watch one that stops, and each receives the signal; see {@link LinkStorm}. */
final class PekkoTypedLinkStorm {
    private static final Object DONE = new Object();

    private PekkoTypedLinkStorm() {}

    static Contestant start() {
        return new LinkStorm(new PekkoTypedMatch(PekkoDispatchers.DEFAULT,
                end -> Behaviors.setup(context -> new Conductor(context, end))));
    }

    private static final class Conductor extends AbstractBehavior<Object>
            implements StormConductor.Stage<ActorRef<Object>> {
        private final SynchronousQueue<Object> end;
        private final StormConductor<ActorRef<Object>> conductor = new StormConductor<>(this);
        private final Behavior<Object> victim = Behaviors.receiveMessage(message -> Behaviors.stopped());
        private final Behavior<Object> mourner;

        Conductor(ActorContext<Object> context, SynchronousQueue<Object> end) {
            super(context);
            this.end = end;
            ActorRef<Object> boss = context.getSelf();
            mourner = Behaviors.setup(own -> new Mourner(own, boss, conductor));
        }

        @Override
        public Receive<Object> createReceive() {
            return newReceiveBuilder().onAnyMessage(this::onMessage).build();
        }

        private Behavior<Object> onMessage(Object message) throws InterruptedException {
            conductor.onMessage(message);
            return this;
        }

        @Override
        public ActorRef<Object> spawnVictim() {
            return getContext().spawnAnonymous(victim);
        }

        @Override
        public ActorRef<Object> spawnMourner() {
            return getContext().spawnAnonymous(mourner);
        }

        @Override
        public void tell(ActorRef<Object> actor, Object message) {
            actor.tell(message);
        }

        @Override
        public void end() throws InterruptedException {
            end.put(DONE);
        }
    }

    private static final class Mourner extends AbstractBehavior<Object> {
        private final ActorRef<Object> boss;
        private final StormConductor<ActorRef<Object>> conductor;

        Mourner(ActorContext<Object> context, ActorRef<Object> boss, StormConductor<ActorRef<Object>> conductor) {
            super(context);
            this.boss = boss;
            this.conductor = conductor;
        }

        @Override
        public Receive<Object> createReceive() {
            return newReceiveBuilder().onSignal(Terminated.class, news -> count()).onAnyMessage(this::watch).build();
        }

        private Behavior<Object> watch(Object victim) {
            getContext().watch((ActorRef<?>) victim);
            return count();
        }

        private Behavior<Object> count() {
            if (conductor.isLast()) {
                boss.tell(StormConductor.ALL_CAME);
            }
            return this;
        }
    }
}
