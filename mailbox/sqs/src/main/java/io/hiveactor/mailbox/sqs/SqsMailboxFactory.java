package io.hiveactor.mailbox.sqs;

import io.hiveactor.mailbox.BackendException;
import io.hiveactor.mailbox.Codec;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.MailboxFactory;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Makes mailboxes of the queues of one server, by their names. It makes no queues.
 *
 * <p>Which queues there are is remembered for the last thousand that were found, so that not every message with an
 * address for replies costs another call.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class SqsMailboxFactory<R extends @Nullable Object> implements MailboxFactory<R> {
    private static final int MOST_KNOWN = 1_000;

    private final SqsClient client;
    private final Codec<R> codec;
    private final Map<String, SqsQueue> known = Collections.synchronizedMap(new Latest());

    /** A factory of mailboxes whose bodies have this codec. */
    @SuppressWarnings("exports") // as in SqsMailbox
    public SqsMailboxFactory(SqsClient client, Codec<R> codec) {
        this.client = Objects.requireNonNull(client, "client");
        this.codec = Objects.requireNonNull(codec, "codec");
    }

    /**
     * A mailbox to send to.
     *
     * @return null if there is no such queue, or cannot be one
     * @throws BackendException if the server cannot be asked
     */
    @Override
    public @Nullable Mailbox<R, ?> create(String name) {
        SqsQueue queue = known.get(name);
        if (queue == null && QueueName.isValid(name)) {
            queue = SqsQueue.find(client, name);
            if (queue != null) {
                known.put(name, queue);
            }
        }
        return queue == null ? null : new SqsMailbox<>(queue, SqsConfig.of(name, codec));
    }

    /** The queues that were asked for last. */
    private static final class Latest extends LinkedHashMap<String, SqsQueue> {
        private static final long serialVersionUID = 1;

        Latest() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, SqsQueue> eldest) {
            return size() > MOST_KNOWN;
        }
    }
}
