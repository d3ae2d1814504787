package io.hiveactor.runtime;

import java.util.List;

/**
 * An actor that holds its whole shard in a wait that the runtime does not know.
 *
 * @param actor who waits
 * @param shard the shard that stands still meanwhile
 * @param stack where it waits
 * @param remedy what to change
 */
public record ShardBlocked(ActorId actor, int shard, List<StackTraceElement> stack, String remedy) {
    public ShardBlocked {
        stack = List.copyOf(stack);
    }
}
