package io.hiveactor.service.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.service.queue.MessageState;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.TopicRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * Random operations and random time on a store in memory, followed by {@link Model}: service 15.2. The seed of a failure is
 * printed; {@code -Dhive.seed=} runs it alone.
 */
class ModelTest {
    /** As many as other random tests; the profile proof asks for more. */
    private static final int SEEDS = Integer.getInteger("hive.proof.seeds", 0) > 500
            ? Integer.getInteger("hive.proof.seeds")
            : Integer.getInteger("hive.seeds", 200);

    private static final int BATCHES = 30;

    /** Every row of service 5, and every refusal that needs no broken disk. */
    private static final Set<String> ROWS = Set.of(
            "5.1 ready", "5.1 delayed", "5.2", "5.3", "5.4 ready", "5.4 delayed", "5.5 nack_dead", "5.5 max_attempts", "5.6",
            "5.7 leased", "5.7 delayed", "5.8 max_attempts", "5.8 expired", "5.9 PAYLOAD_HASH", "5.9 HASH_CHAIN", "5.10",
            "5.11 topic", "5.11 dead", "5.11 retention", "5.13 given back", "6.2", "6.6 full", "6.7 forgotten", "16.7",
            "3.7 scrub", "refused DEAD", "refused DEDUP_FULL", "refused DLQ_FULL", "refused EXPIRED",
            "refused GLOBAL_INFLIGHT", "refused GONE", "refused HOLD_LIMIT", "refused NOT_LEASED",
            "refused PAYLOAD_MISMATCH", "refused REVOKED", "refused STALE", "refused STORE_FULL", "refused TOPIC",
            "refused TOPIC_FULL", "refused TOPIC_MAX");

    @Test
    void storeDoesWhatThePlainModelDoes() { // service 5, 6, 11, 2.4
        Long given = Long.getLong("hive.seed");
        long first = given != null ? given : System.nanoTime();
        Set<String> reached = new TreeSet<>();
        for (int i = 0; i < (given != null ? 1 : SEEDS); i++) {
            long seed = first + i;
            try {
                reached.addAll(run(seed));
            } catch (Throwable e) {
                throw new AssertionError("mvn -pl service -am test -Dtest=ModelTest -Dsurefire.failIfNoSpecifiedTests=false "
                        + "-Dhive.seed=" + seed, e);
            }
        }
        Set<String> missed = new TreeSet<>(ROWS);
        missed.removeAll(reached);
        assertTrue(given != null || SEEDS < 200 || missed.isEmpty(), "never reached: " + missed);
    }

    private static Set<String> run(long seed) throws StoreException {
        var random = new SplittableRandom(seed);
        var model = new Model();
        var clocks = new FakeClocks();
        TestRules rules = randomRules(random);
        var operations = new RandomOperations(random, model, clocks);
        SqliteStore store = SqliteStore.open(
                new SqliteStore.Settings(null, rules.shards, 0, false), clocks, recording(random.split(), model),
                StoreProbe.NONE);
        long nowMs = 1; // service time of a new store
        for (int i = 0; i < BATCHES; i++) {
            long stepMs = operations.step(rules, nowMs);
            clocks.advance(stepMs);
            nowMs += stepMs;
            List<Operation> batch = new ArrayList<>();
            for (int n = random.nextInt(6); n >= 0; n--) {
                batch.add(operations.next());
            }
            BatchResult result = store.execute(batch, rules.toRules());
            try {
                model.follow(batch, rules.toRules(), result, nowMs);
                assertEquals(List.of(), store.check());
            } catch (Throwable e) {
                throw new AssertionError("batch " + i + " at " + nowMs + ": " + batch + " -> " + result.outcomes(), e);
            }
        }
        store.close();
        assertTrue(model.messages.stream().allMatch(m -> m.state != MessageState.LEASED || m.token != null));
        return model.reached;
    }

    /** Random numbers for the store; the model learns which back-offs it draws. */
    static RandomGenerator recording(RandomGenerator random, Model model) {
        return new RandomGenerator() {
            @Override
            public long nextLong() {
                return random.nextLong();
            }

            @Override
            public long nextLong(long bound) {
                long value = random.nextInt(4) == 0 ? 0 : random.nextLong(bound);
                model.drawn(value);
                return value;
            }
        };
    }

    static TestRules randomRules(SplittableRandom random) {
        var rules = new TestRules();
        rules.shards = 1 + random.nextInt(3);
        rules.maxAttempts = 1 + random.nextInt(3);
        rules.capacity = random.nextInt(3) == 0 ? 1 + random.nextInt(6) : 1_000;
        rules.replayMs = 20L + random.nextInt(200);
        rules.readyMs = 50L + random.nextInt(400);
        rules.deadMs = 50L + random.nextInt(400);
        rules.inflightFactor = 1 + random.nextInt(3);
        rules.globalInflight = random.nextInt(3) == 0 ? 1 + random.nextInt(4) : 1_000;
        rules.dedupCapacity = random.nextInt(4) == 0 ? 1 + random.nextInt(8) : 1_000;
        rules.deadCapacity = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 1_000;
        rules.topicMax = 1L + random.nextInt(3);
        rules.storeMaxBytes = random.nextInt(4) == 0 ? 60 + random.nextInt(200) : 1_000_000;
        rules.backoffBaseMs = 1L + random.nextInt(10);
        rules.backoffMaxMs = rules.backoffBaseMs + random.nextInt(40);
        rules.special.put(
                "b", new TopicRules("b", 10 + random.nextInt(100), 1 + random.nextInt(4), 3 + random.nextInt(10),
                        10 + random.nextInt(100), 10 + random.nextInt(100), 1 + random.nextInt(2)));
        return rules;
    }
}
