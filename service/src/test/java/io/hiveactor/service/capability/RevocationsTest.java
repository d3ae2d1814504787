package io.hiveactor.service.capability;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.service.queue.Ulid;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** service 10.7, 16.2. */
class RevocationsTest {
    private final Revocations revocations = new Revocations();
    private final Ulid capId = new Ulid(1, 2);

    private TokenId id(int epoch) {
        return new TokenId("k1", epoch, capId);
    }

    @Test
    void aCapIdIsRevokedAndOthersAreNot() {
        revocations.revoke(new Ulid(1, 3), 10);
        assertFalse(revocations.isRevoked(id(1)));

        revocations.revoke(capId, 10);
        assertTrue(revocations.isRevoked(id(1)));
        assertEquals(2, revocations.size());
    }

    @Test
    void aKeyIsRevokedBelowItsEpochAndTheEpochOnlyRises() {
        revocations.revokeKey("k1", 3);
        revocations.revokeKey("k1", 2);
        revocations.revokeKey("k2", 9);

        assertTrue(revocations.isRevoked(id(2)));
        assertFalse(revocations.isRevoked(id(3)));
        assertEquals(3, revocations.minEpoch("k1"));
        assertEquals(0, revocations.minEpoch("k3"));
    }

    @Test
    void rowsReadBeforeARevocationDoNotUndoIt() {
        revocations.revoke(capId, 10);
        revocations.load(Map.of(new Ulid(1, 3), 10L), Map.of("k1", 1));

        assertTrue(revocations.isRevoked(id(1)));
        assertEquals(2, revocations.size());
        assertEquals(1, revocations.minEpoch("k1"));
    }

    @Test
    void anEndedOneIsForgottenAtItsTimeAndNotBefore() {
        revocations.revoke(capId, 10);
        revocations.revoke(capId, 5);
        revocations.removeEnded(9);
        assertTrue(revocations.isRevoked(id(1)));

        revocations.removeEnded(10);
        assertFalse(revocations.isRevoked(id(1)));
    }

    @Test
    void ofRevocationsByManyThreadsNoneIsLost() throws Exception {
        int threads = 4;
        int each = 200;
        var start = new CountDownLatch(1);
        try (var pool = Executors.newFixedThreadPool(threads)) {
            var done = new ArrayList<Future<?>>();
            for (int t = 0; t < threads; t++) {
                int thread = t;
                done.add(pool.submit(() -> {
                    assertTrue(start.await(10, TimeUnit.SECONDS));
                    for (int i = 0; i < each; i++) {
                        revocations.revoke(new Ulid(thread, i), 10);
                    }
                    return null;
                }));
            }
            start.countDown();
            for (Future<?> future : done) {
                future.get(30, TimeUnit.SECONDS);
            }
        }
        assertEquals(threads * each, revocations.size());
    }
}
