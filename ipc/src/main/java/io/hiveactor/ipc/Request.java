package io.hiveactor.ipc;

/**
 * A message that expects an answer.
 *
 * <pre>{@code
 * sealed interface Command {}
 * record Add(int amount) implements Command {}
 * record Total() implements Command, Request<Command, Integer> {}
 * }</pre>
 *
 * @param <M> the messages that it is one of
 * @param <A> the answer
 */
public interface Request<M, A> {}
