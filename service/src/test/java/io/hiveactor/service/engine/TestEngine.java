package io.hiveactor.service.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.hiveactor.runtime.Hive;
import io.hiveactor.service.queue.Envelope;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Outcome;
import io.hiveactor.service.store.SqliteStore;
import io.hiveactor.service.store.StoreException;
import io.hiveactor.service.store.StoreProbe;
import io.hiveactor.service.time.Clocks;
import java.util.List;
import java.util.random.RandomGenerator;

/** An engine on a store in memory, whose time is that of its hive. */
final class TestEngine implements AutoCloseable {
    final SqliteStore store;
    final Engine engine;

    TestEngine(Hive hive, EngineSettings settings, StoreProbe probe, RandomGenerator random) throws StoreException {
        Clocks clocks = new Clocks() {
            @Override
            public long wallMillis() {
                return hive.nowNanos() / 1_000_000;
            }

            @Override
            public long monotonicNanos() {
                return hive.nowNanos();
            }
        };
        store = SqliteStore.open(new SqliteStore.Settings(null, settings.shards(), 0, false), clocks, random, probe);
        engine = new Engine(hive, settings, store, Sample::rules, EngineListener.NONE, () -> {});
    }

    TestEngine(Hive hive) throws StoreException {
        this(hive, Sample.settings(), StoreProbe.NONE, RandomGenerator.getDefault());
    }

    Outcome one(Operation operation) {
        String topic = operation instanceof Operation.Send send ? send.topic() : "";
        return outcome(engine.execute(topic, List.of(operation)));
    }

    static Outcome outcome(Answer answer) {
        List<Outcome> outcomes = assertInstanceOf(Answer.Committed.class, answer).outcomes();
        assertEquals(1, outcomes.size());
        return outcomes.getFirst();
    }

    static List<Envelope> messages(Answer answer) {
        return assertInstanceOf(Outcome.Received.class, outcome(answer)).messages();
    }

    @Override
    public void close() {
        engine.close();
    }
}
