package io.hiveactor.ipc;

import io.hiveactor.runtime.Message;

/**
 * A request was answered. Each actor has one of these, used again for each request that it waits for at once.
 *
 * <p><b>Threads:</b> owner only, the actor that asked.
 */
public final class Reply implements Answer {
    private Message message;

    Reply(Message message) {
        this.message = message;
    }

    void become(Message newMessage) {
        message = newMessage;
    }

    /** The answer; valid until this actor's next answer, or its next successful receive. */
    public Message message() {
        return message;
    }

    @Override
    public String toString() {
        return "reply " + message;
    }
}
