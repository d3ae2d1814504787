package io.hiveactor.mailbox.actors;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.ipc.Ipc;
import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.BackendException;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.Monitor;
import io.hiveactor.runtime.SendStatus;
import io.hiveactor.runtime.Spawner;
import io.hiveactor.runtime.StraightLine;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An actor that takes messages from a mailbox, one at a time, and sends each, as a {@link Delivery}, to another actor, which
 * settles it; with {@link ActorMailbox#own}, so that it alone waits if that takes time. It waits for room there and in the message pool: while there is none it receives nothing more, and keeps the
 * lease of what it has in hand. It ends when the mailbox is closed or the other actor has ended.
 *
 * <p>Nothing is ever dropped: what cannot be handed on is given back, and what its receiver does not settle comes again when
 * its lease ends.
 *
 * <p><b>Threads:</b> it is an actor.
 */
public final class MailboxFeed<T extends @Nullable Object, R extends @Nullable Object> implements StraightLine {
    private static final System.Logger LOG = System.getLogger(MailboxFeed.class.getName());
    /** The lease is renewed when so much of it, one part in so many, has been spent on waiting for room. */
    private static final int RENEWED_EVERY = 3;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final int MOST_DOUBLINGS = 8;

    private final Mailbox<T, R> mailbox;
    private final ActorId target;
    private final FeedConfig config;

    private MailboxFeed(Mailbox<T, R> mailbox, ActorId target, FeedConfig config) {
        this.mailbox = Objects.requireNonNull(mailbox, "mailbox");
        this.target = Objects.requireNonNull(target, "target");
        this.config = config;
        mailbox.traits().checkLease(config.lease(), "lease");
    }

    /**
     * Starts a feed.
     *
     * @return itself, as an actor: to kill it ends the feed
     */
    @CanIgnoreReturnValue
    public static ActorId start(Spawner spawner, Mailbox<?, ?> mailbox, ActorId target, FeedConfig config) {
        return spawner.spawn(new MailboxFeed<>(mailbox, target, config), ActorConfig.named("feed-" + mailbox.name()));
    }

    @Override
    public void run(ActorContext self) throws InterruptedException {
        boolean goesOn = self.monitor(target) instanceof Monitor;
        int failures = 0;
        while (goesOn && !mailbox.isClosed() && !hasEnded(self)) {
            try {
                for (Delivery<T, R> each : self.blocking(() -> mailbox.receive(1, config.lease(), config.poll()))) {
                    goesOn = handOn(self, each);
                }
                failures = 0;
            } catch (BackendException e) {
                LOG.log(Level.WARNING, "mailbox " + mailbox.name() + " fails; it is asked again later", e);
                self.sleep(FIRST_PAUSE.multipliedBy(1L << Math.min(failures, MOST_DOUBLINGS)));
                failures++;
            }
        }
    }

    /** Whether the news of the other's end has come. What else is sent to a feed means nothing to it. */
    private static boolean hasEnded(ActorContext self) {
        boolean hasEnded = false;
        while (self.tryReceive() instanceof Message message) {
            hasEnded |= message.messageClass() == MessageClass.EXIT;
        }
        return hasEnded;
    }

    /** Until it is handed on, or is another's; false if the actor has ended. */
    private boolean handOn(ActorContext self, Delivery<T, R> delivery) {
        Ipc ipc = Ipc.of(self);
        while (true) {
            SendStatus status = ipc.send(target, config.tag(), delivery, config.lease().dividedBy(RENEWED_EVERY));
            switch (status) {
                case SENT -> {
                    return true;
                }
                case TIMEOUT, NO_MEMORY, DROPPED, DEADLOCK -> {
                    if (status != SendStatus.TIMEOUT) {
                        self.sleep(shortOf(config.lease())); // its mailbox lets nobody wait
                    }
                    if (self.blocking(() -> delivery.extend(config.lease())) != AckStatus.DONE) {
                        return true;
                    }
                }
                case NO_TARGET, NOT_FOUND, CLOSED, TOO_LARGE, INTERRUPTED -> {
                    if (self.blocking(delivery::nack) != AckStatus.DONE) {
                        LOG.log(Level.DEBUG, delivery + " of " + mailbox.name() + " was another's already");
                    }
                    return false;
                }
            }
        }
    }

    private static Duration shortOf(Duration lease) {
        Duration part = lease.dividedBy(RENEWED_EVERY);
        return part.compareTo(FIRST_PAUSE) < 0 ? part : FIRST_PAUSE;
    }
}
