package io.hiveactor.bench;

/** Where Pekko's actors run. */
final class PekkoDispatchers {
    /** What a program gets that configures nothing. */
    static final String DEFAULT = "pekko.actor.default-dispatcher";
    /** One thread for both actors: no hand-over between threads. Pekko's best for two actors that take turns. */
    static final String ONE_THREAD = "bench-one-thread";
    /** A thread for each actor. */
    static final String PINNED = "bench-pinned";

    static final String CONFIG = """
            pekko.loglevel = OFF
            pekko.stdout-loglevel = OFF
            bench-one-thread {
              type = Dispatcher
              executor = "fork-join-executor"
              fork-join-executor { parallelism-min = 1, parallelism-factor = 1.0, parallelism-max = 1 }
              throughput = 100
            }
            bench-pinned {
              type = PinnedDispatcher
              executor = "thread-pool-executor"
              thread-pool-executor.allow-core-timeout = off
            }
            """;

    private PekkoDispatchers() {}
}
