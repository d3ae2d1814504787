package io.hiveactor.mailbox.worker;

import java.util.List;

/** How the workers of a group are, in their order: each of one moment, but not all of the same. */
public record GroupHealth(List<WorkerHealth> workers) {
    public GroupHealth {
        workers = List.copyOf(workers);
    }

    /** Whether every worker runs and none is stuck: what a liveness check asks. */
    public boolean isHealthy() {
        return running() == workers.size() && stuck() == 0;
    }

    /** Number of workers that run. */
    public int running() {
        return (int) workers.stream().filter(WorkerHealth::isRunning).count();
    }

    /** Number of stuck workers. */
    public int stuck() {
        return (int) workers.stream().filter(WorkerHealth::isStuck).count();
    }
}
