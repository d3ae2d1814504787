package io.hiveactor.mailbox;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one receive gave. Each delivery is leased and has to be settled, whichever list it is in.
 *
 * @param messages those whose body was read
 * @param unreadable those whose body the codec could not read
 */
public record ReceivedBatch<T extends @Nullable Object, R extends @Nullable Object>(
        List<Delivery<T, R>> messages, List<Delivery<UnreadableBody, R>> unreadable) {
    public ReceivedBatch {
        messages = List.copyOf(messages);
        unreadable = List.copyOf(unreadable);
    }

    /** Whether nothing was received. */
    public boolean isEmpty() {
        return messages.isEmpty() && unreadable.isEmpty();
    }

    /** A batch without messages. */
    public static <T extends @Nullable Object, R extends @Nullable Object> ReceivedBatch<T, R> none() {
        return new ReceivedBatch<>(List.of(), List.of());
    }
}
