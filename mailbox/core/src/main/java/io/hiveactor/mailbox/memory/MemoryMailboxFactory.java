package io.hiveactor.mailbox.memory;

import io.hiveactor.mailbox.MailboxFactory;
import io.hiveactor.mailbox.MailboxResolver;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes mailboxes in memory, and keeps them: whoever asks for a name again, to send or to receive, has the same one.
 *
 * <p>It makes only so many, and forgets none, since what is in one would be gone. Names that come from outside should be known
 * before they are asked for here.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class MemoryMailboxFactory<R extends @Nullable Object> implements MailboxFactory<R>, MailboxResolver<R> {
    private static final int DEFAULT_MOST = 1_000;

    private final MemoryConfig config;
    private final int most;
    private final Map<String, MemoryMailbox<R, Object>> made = new HashMap<>(); // guarded by this

    /** Makes a thousand at the most, each as a mailbox is by default. */
    public MemoryMailboxFactory() {
        this(MemoryConfig.named("factory"), DEFAULT_MOST);
    }

    /**
     * Makes mailboxes that are alike.
     *
     * @param config how each of them is, but for its name
     * @param most how many there may be
     */
    public MemoryMailboxFactory(MemoryConfig config, int most) {
        if (most < 1) {
            throw new IllegalArgumentException("most must be positive: " + most);
        }
        this.config = Objects.requireNonNull(config, "config");
        this.most = most;
    }

    /** Null if it is not known and there are as many as there may be. */
    @Override
    public synchronized @Nullable MemoryMailbox<R, Object> create(String name) {
        MemoryMailbox<R, Object> known = made.get(name);
        if (known == null && made.size() < most) {
            known = new MemoryMailbox<>(config.withName(name));
            made.put(name, known);
        }
        return known;
    }

    @Override
    public @Nullable MemoryMailbox<R, Object> find(String name) {
        return create(name);
    }
}
