package io.hiveactor.runtime;

/**
 * An actor that is called for each message. The shard calls it directly: no thread switch.
 *
 * <p>It may block; then only this actor waits, and it takes no other message meanwhile.
 */
@FunctionalInterface
public interface Handler {
    /**
     * Handles one message. An exception that escapes ends the actor with {@link ExitReason#CRASH}, a
     * StackOverflowError with {@link ExitReason#STACK_OVERFLOW}.
     *
     * @param message readable until this method returns, or until it receives another one itself
     */
    void onMessage(ActorContext context, Message message) throws Exception;
}
