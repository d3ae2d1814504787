package io.hiveactor.bench;

import static io.hiveactor.bench.HiveMatch.sent;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.FiberMode;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.LinkStatus;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageClass;

/** Handlers of one shard are linked to one that exits, and each receives its EXIT; see {@link LinkStorm}. */
final class HiveLinkStorm implements StormConductor.Stage<ActorId> {
    private static final Object DONE = new Object();
    private static final Handler ENDS_WHEN_TOLD = (self, message) -> self.exit(ExitReason.NORMAL);

    private final ActorContext self;
    private final ActorId referee;
    private final StormConductor<ActorId> conductor = new StormConductor<>(this);

    private HiveLinkStorm(ActorContext self, ActorId referee) {
        this.self = self;
        this.referee = referee;
    }

    static Contestant on(FiberMode mode) {
        return new LinkStorm(new HiveMatch(HiveMatch.oneShard(mode), (hive, referee) ->
                hive.spawn((ActorBody) self -> new HiveLinkStorm(self, referee).conduct())));
    }

    private void conduct() throws InterruptedException {
        while (true) {
            conductor.onMessage(self.receive().as(Object.class));
        }
    }

    @Override
    public ActorId spawnVictim() {
        return self.spawn(ENDS_WHEN_TOLD);
    }

    @Override
    public ActorId spawnMourner() {
        ActorId boss = self.self();
        return self.spawn((Handler) (mourner, message) -> mourn(mourner, message, boss));
    }

    private void mourn(ActorContext mourner, Message message, ActorId boss) {
        if (message.messageClass() != MessageClass.EXIT) {
            link(mourner, message.as(ActorId.class));
        }
        if (conductor.isLast()) {
            sent(mourner.notify(boss, StormConductor.ALL_CAME));
        }
    }

    private static void link(ActorContext mourner, ActorId victim) {
        LinkStatus status = mourner.link(victim);
        if (status != LinkStatus.LINKED) {
            throw new IllegalStateException("no link to " + victim + ": " + status);
        }
    }

    @Override
    public void tell(ActorId actor, Object message) {
        sent(self.notify(actor, message));
    }

    @Override
    public void end() {
        sent(self.notify(referee, DONE));
    }
}
