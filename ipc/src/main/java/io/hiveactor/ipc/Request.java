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
 * @param <M> the message type of the actor that answers
 * @param <A> the type of the answer
 */
public interface Request<M, A> {}
