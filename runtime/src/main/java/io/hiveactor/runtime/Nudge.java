package io.hiveactor.runtime;

/**
 * Has a shard look round. Unlike a mere wake-up it cannot come too early: it lies in the inbox until the shard has
 * seen it.
 */
final class Nudge extends Command {
    @Override
    void arrive(Shard shard) {
        // that it came is all: a shard looks at everything before it rests
    }
}
