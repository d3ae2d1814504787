package io.hiveactor.runtime;

import io.hiveactor.runtime.queue.Node;

/** Something that a shard is asked to do through its inbox, at the base of its stack. */
abstract class Command extends Node {
    /** Called once, as the shard. */
    abstract void arrive(Shard shard);
}
