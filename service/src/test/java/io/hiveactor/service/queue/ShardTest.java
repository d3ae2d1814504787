package io.hiveactor.service.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Which queue of a topic a message belongs to: service 6.8. */
class ShardTest {
    @Test
    void shardsAreThoseOfTheVectors() { // service 6.8
        assertEquals(5, Hashes.shardOf("orders", null, 8));
        assertEquals(0, Hashes.shardOf("orders", "eu", 8));
        assertEquals(2, Hashes.shardOf("orders", "us", 8));
        assertEquals(5, Hashes.shardOf("user:42:inbox", null, 8));
    }

    @Test
    void noPartitionIsTheEmptyPartition() { // service 6.8
        assertEquals(Hashes.shardOf("orders", "", 4096), Hashes.shardOf("orders", null, 4096));
    }

    @Test
    void hashesWithTheirHighestBitSetGiveNoNegativeShard() { // service 6.8: u32
        boolean[] seen = new boolean[3];
        for (int i = 0; i < 1_000; i++) {
            seen[Hashes.shardOf("topic", "p" + i, 3)] = true;
        }
        assertTrue(seen[0] && seen[1] && seen[2]);
    }

    @Test
    void oneShardTakesAll() { // service 6.8
        assertEquals(0, Hashes.shardOf("orders", "eu", 1));
    }
}
