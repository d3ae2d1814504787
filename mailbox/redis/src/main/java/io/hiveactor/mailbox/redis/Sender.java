package io.hiveactor.mailbox.redis;

import io.hiveactor.mailbox.BackendException;
import io.hiveactor.mailbox.Codec;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.NotSent;
import io.hiveactor.mailbox.SendResult;
import io.hiveactor.mailbox.Sent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes bodies and sends them. <b>Threads:</b> any thread. */
final class Sender<T extends @Nullable Object> {
    /** So many go in one call: few enough that no call holds the server up. */
    static final int LARGEST_CALL = 100;

    private final RedisQueue queue;
    private final Codec<T> codec;
    private final int maxSize;

    /** @param maxSize {@link RedisConfig#UNLIMITED} for no limit */
    Sender(RedisQueue queue, Codec<T> codec, int maxSize) {
        this.queue = queue;
        this.codec = codec;
        this.maxSize = maxSize == RedisConfig.UNLIMITED ? 0 : maxSize;
    }

    SendResult send(T body, @Nullable Mailbox<?, ?> replyTo) {
        if (replyTo != null && replyTo.name().isEmpty()) {
            throw new IllegalArgumentException("a mailbox for replies must have a name");
        }
        String text = codec.encode(body, queue.keys.name);
        return send(List.of(text), replyTo == null ? "" : replyTo.name()).getFirst();
    }

    /**
     * All of them are written before the first is sent: if one cannot be, none is.
     *
     * @throws BackendException that tells how many are sent, and of how many that is not known
     */
    List<SendResult> sendAll(List<? extends T> bodies) {
        List<String> texts = new ArrayList<>(bodies.size());
        for (T body : bodies) {
            texts.add(codec.encode(body, queue.keys.name));
        }
        List<SendResult> results = new ArrayList<>(bodies.size());
        for (int from = 0; from < texts.size(); from += LARGEST_CALL) {
            List<String> some = texts.subList(from, Math.min(from + LARGEST_CALL, texts.size()));
            try {
                results.addAll(send(some, ""));
            } catch (BackendException e) {
                throw new BackendException(from + " of " + texts.size() + " are sent; of the next " + some.size()
                        + " it is not known: " + e.getMessage(), e);
            }
            if (results.getLast() == NotSent.FULL) { // none may come in front of those that were refused
                results.addAll(Collections.nCopies(texts.size() - results.size(), NotSent.FULL));
                break;
            }
        }
        return results;
    }

    private List<SendResult> send(List<String> texts, String replyTo) {
        List<String> ids = new ArrayList<>(texts.size());
        List<String> idsAndBodies = new ArrayList<>(2 * texts.size());
        for (String text : texts) {
            String id = UUID.randomUUID().toString();
            ids.add(id);
            idsAndBodies.add(id);
            idsAndBodies.add(text);
        }
        int sent = queue.send(maxSize, replyTo, idsAndBodies);
        List<SendResult> results = new ArrayList<>(texts.size());
        for (int i = 0; i < texts.size(); i++) {
            results.add(i < sent ? new Sent(ids.get(i)) : NotSent.FULL);
        }
        return results;
    }
}
