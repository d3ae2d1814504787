package io.hiveactor.service.queue;

import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * What a batch draws from: the time, the next row numbers, random numbers and the rules.
 *
 * @param nowMs service time of the batch
 * @param wallTs wall time of the batch, as text
 * @param numbers ascending row numbers and places, each drawn once
 * @param random for leases, ids and back-off
 * @param rules limits and rules of the node
 */
public record Moment(long nowMs, String wallTs, LongSupplier numbers, RandomGenerator random, Rules rules) {}
