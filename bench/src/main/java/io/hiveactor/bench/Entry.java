package io.hiveactor.bench;

import java.util.function.Supplier;

/**
 * A row of the table to come.
 *
 * @param workload what is done
 * @param system who does it
 * @param operations how many in one round
 * @param start makes the contestant
 */
record Entry(String workload, String system, int operations, Supplier<Contestant> start) {}
