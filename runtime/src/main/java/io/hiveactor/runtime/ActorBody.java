package io.hiveactor.runtime;

/** An actor that is written as one flow of control and receives where it wants to. */
@FunctionalInterface
public interface ActorBody {
    /**
     * Runs the actor from its start to its end. Returning ends it with {@link ExitReason#NORMAL}, an
     * exception that escapes with {@link ExitReason#CRASH}, a StackOverflowError with
     * {@link ExitReason#STACK_OVERFLOW}.
     */
    void run(ActorContext context) throws Exception;
}
