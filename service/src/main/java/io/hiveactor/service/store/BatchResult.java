package io.hiveactor.service.store;

import io.hiveactor.service.queue.Outcome;
import java.util.List;

/**
 * What a batch did.
 *
 * @param outcomes one for each operation, in their order
 * @param report what else happened
 */
public record BatchResult(List<Outcome> outcomes, BatchReport report) {}
