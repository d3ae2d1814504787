package io.hiveactor.mailbox;

import java.util.Objects;

/**
 * A message is in the mailbox.
 *
 * @param id of the message, never used again in that mailbox
 */
public record Sent(String id) implements SendResult, ReplyResult {
    public Sent {
        Objects.requireNonNull(id, "id");
    }
}
