package io.hiveactor.runtime;

import java.util.List;

/**
 * An actor blocks its shard in a call the runtime cannot suspend.
 *
 * @param actor the actor that waits
 * @param shard the blocked shard
 * @param stack the stack of the actor
 * @param remedy what to change
 */
public record ShardBlocked(ActorId actor, int shard, List<StackTraceElement> stack, String remedy) {
    public ShardBlocked {
        stack = List.copyOf(stack);
    }
}
