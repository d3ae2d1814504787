package io.hiveactor.service.engine;

import io.hiveactor.service.queue.Operation;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A receive that may wait for its first message.
 *
 * @param receive what to lease
 * @param waitMs how long to wait; 0 looks once
 * @param pollId name by which it can be cancelled, unique for topic and capability
 * @param isAllowed whether its capability is still good; asked before each claim, from any thread, and must not wait
 */
public record Poll(Operation.Receive receive, long waitMs, @Nullable String pollId, BooleanSupplier isAllowed) {}
