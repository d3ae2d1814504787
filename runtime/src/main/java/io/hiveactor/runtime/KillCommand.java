package io.hiveactor.runtime;

/** Brings a kill to the shard of its target. */
final class KillCommand extends Command {
    private final Actor target;

    KillCommand(Actor target) {
        this.target = target;
    }

    Actor target() {
        return target;
    }

    @Override
    void arrive(Shard shard) {
        target.setGone();
        shard.mortality.kill(target);
    }
}
