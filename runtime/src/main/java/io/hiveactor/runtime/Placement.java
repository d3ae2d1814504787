package io.hiveactor.runtime;

/** Which shard a new actor lives on. An actor never changes its shard. */
public sealed interface Placement {
    /** The shard of the actor that spawns it; {@link #SPREAD} if an external thread spawns it. */
    Placement WITH_PARENT = new WithParent();
    /** One shard after the other. */
    Placement SPREAD = new Spread();

    /** Returns the placement on one shard, counted from 0. */
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
