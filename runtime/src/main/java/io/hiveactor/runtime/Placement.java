package io.hiveactor.runtime;

/** Which shard a new actor lives on, for good. */
public sealed interface Placement {
    /** On its parent's shard; spread if an outside thread spawns it. */
    Placement WITH_PARENT = new WithParent();
    /** On the shards in turn. */
    Placement SPREAD = new Spread();

    /** On a given shard. */
    static Placement onShard(int shard) {
        return new OnShard(shard);
    }

    /** See {@link #WITH_PARENT}. */
    record WithParent() implements Placement {}

    /** See {@link #SPREAD}. */
    record Spread() implements Placement {}

    /**
     * See {@link #onShard}.
     *
     * @param shard 0 up to the number of shards
     */
    record OnShard(int shard) implements Placement {
        public OnShard {
            if (shard < 0) {
                throw new IllegalArgumentException("a shard's number is not negative: " + shard);
            }
        }
    }
}
