package io.hiveactor.bench;

import io.hiveactor.bench.service.ServiceWorkload;
import java.util.Map;

/** A broker under load. Its allocations are not seen here; those of a round are the client's. */
record ServiceContestant(ServiceWorkload workload) implements Contestant {
    @Override
    public void prepare(int operations) {
        workload.prepare();
    }

    @Override
    public long run(int operations) {
        return Math.round(workload.run(operations) * operations);
    }

    @Override
    public Map<String, Double> figures() {
        return workload.figures();
    }

    @Override
    public void close() {
        workload.close();
    }
}
