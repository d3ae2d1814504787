package io.hiveactor.runtime.port;

/**
 * A message to one actor that cannot get lost on its way: it needs no slot of the pool, no mailbox limit counts it, drops it or
 * asks for its key. Given again before the actor has received it, it is still one message.
 *
 * <p><b>Threads:</b> any thread.
 */
public interface Notice {
    /** Has the actor receive it, unless that has ended. */
    void give();
}
