package io.hiveactor.mailbox.actors;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.MailboxLimit;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.Monitor;
import io.hiveactor.runtime.Overflow;
import io.hiveactor.runtime.SendStatus;
import io.hiveactor.runtime.Spawner;
import io.hiveactor.runtime.port.ActorPort;
import io.hiveactor.runtime.port.HivePort;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An actor that takes messages from a mailbox, one at a time, and sends each, as a {@link Delivery}, to another actor, which
 * settles it; with {@link ActorMailbox#own}, so that it alone waits if that takes time.
 *
 * <p>It waits for room there and in the message pool, and while more lie with the actor than {@link FeedConfig#window()} allows:
 * meanwhile it receives nothing, and keeps the lease of what it has in hand. It keeps the leases of what lies with the actor,
 * too, as long as that settles or extends one now and then; an actor that is stuck loses them all, and one that settles nothing
 * is handed no more than the window. It ends when the mailbox is closed or the other actor has ended.
 *
 * <p>Nothing is ever dropped: what cannot be handed on is given back, and what its receiver does not settle comes again when
 * its lease ends.
 *
 * <p><b>Threads:</b> it is an actor.
 */
public final class MailboxFeed<T extends @Nullable Object, R extends @Nullable Object> implements ActorBody {
    private static final System.Logger LOG = System.getLogger(MailboxFeed.class.getName());
    /** A lease is renewed when so much of it, one part in so many, has been spent on waiting. */
    private static final int RENEWED_EVERY = 3;

    private static final Duration LONGEST_WAIT = Duration.ofHours(1);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final int MOST_DOUBLINGS = 8;

    private final Mailbox<T, R> mailbox;
    private final ActorId target;
    private final FeedConfig config;
    private final FeedWindow<T, R> window;
    /** How long the feed lets a lease be before it looks after it. */
    private final Duration renewal;

    private MailboxFeed(Mailbox<T, R> mailbox, ActorId target, FeedConfig config) {
        this.mailbox = Objects.requireNonNull(mailbox, "mailbox");
        this.target = Objects.requireNonNull(target, "target");
        this.config = config;
        window = new FeedWindow<>(config.window());
        renewal = shorter(config.lease().dividedBy(RENEWED_EVERY), LONGEST_WAIT);
        mailbox.traits().checkLease(config.lease(), "lease");
    }

    /**
     * Starts a feed.
     *
     * @return itself, as an actor: to kill it ends the feed
     * @throws IllegalArgumentException if the mailbox of the other actor drops what waits there without telling who sent it
     */
    @CanIgnoreReturnValue
    public static ActorId start(Spawner spawner, Mailbox<?, ?> mailbox, ActorId target, FeedConfig config) {
        MailboxLimit limit = HivePort.of(hiveOf(spawner)).limitOf(target);
        if (limit != null && (limit.overflow() == Overflow.DROP_OLDEST || limit.overflow() == Overflow.CONFLATE)) {
            throw new IllegalArgumentException(target + " would drop messages of " + mailbox.name() + ": " + limit.overflow());
        }
        return spawner.spawn(new MailboxFeed<>(mailbox, target, config), ActorConfig.named("feed-" + mailbox.name()));
    }

    private static Hive hiveOf(Spawner spawner) {
        return switch (spawner) {
            case Hive hive -> hive;
            case ActorContext context -> ((ActorPort.Holder) context).port().hive();
        };
    }

    @Override
    public void run(ActorContext self) throws InterruptedException {
        ObservedFeed.observe(self, mailbox.name(), window);
        HivePort hive = HivePort.of(((ActorPort.Holder) self).port().hive());
        boolean goesOn = self.monitor(target) instanceof Monitor;
        int failures = 0;
        while (goesOn) {
            try {
                goesOn = !mailbox.isClosed() && !hasEnded(self) && feed(self);
                failures = 0;
            } catch (InterruptedException e) {
                throw e;
            } catch (Throwable e) { // whatever a mailbox throws, it is asked again
                if (hive.isUnwinding(e)) {
                    throw e;
                }
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

    /** One message, if there is one and a place for it; false if the actor has ended. */
    private boolean feed(ActorContext self) throws InterruptedException {
        for (FeedWindow<T, R>.Handed each : window.due(self.nowNanos(), renewal)) {
            var _ = isExtended(self, each.bare()); // or it is settled by now, or another's
            window.renewed(each, self.nowNanos()); // one whose mailbox failed stays due
        }
        Duration most = window.isEmpty() ? config.poll() : shorter(config.poll(), renewal);
        if (window.isFull()) {
            return self.blocking(() -> {
                window.awaitChange(most);
                return true;
            });
        }
        boolean goesOn = true;
        for (Delivery<T, R> each : self.blocking(() -> mailbox.receive(1, config.lease(), most))) {
            goesOn = handOn(self, each);
        }
        return goesOn;
    }

    /**
     * As below. If it throws, the place in the window is free again, and the message comes back when its lease ends.
     */
    private boolean handOn(ActorContext self, Delivery<T, R> delivery) {
        FeedWindow<T, R>.Handed one = window.handOn(delivery, self.nowNanos());
        try {
            return handOn(self, one);
        } catch (Throwable e) {
            window.takeBack(one);
            throw e;
        }
    }

    /** Until it is handed on, or is another's; false if the actor has ended. */
    private boolean handOn(ActorContext self, FeedWindow<T, R>.Handed one) {
        Delivery<T, R> delivery = one.wrapped();
        while (true) {
            SendStatus status = self.send(target, config.tag(), delivery, renewal);
            switch (status) {
                case SENT -> {
                    return true;
                }
                case TIMEOUT, MAILBOX_FULL, NO_MEMORY, DROPPED, DEADLOCK -> {
                    if (status != SendStatus.TIMEOUT) {
                        self.sleep(shorter(renewal, FIRST_PAUSE)); // its mailbox lets nobody wait
                    }
                    if (!isExtended(self, one.bare())) {
                        window.takeBack(one);
                        return true;
                    }
                }
                case NO_TARGET, NOT_FOUND, CLOSED, TOO_LARGE, INTERRUPTED -> {
                    window.takeBack(one);
                    giveBack(self, one.bare());
                    return false;
                }
            }
        }
    }

    /** Whether it is still ours, for another lease. */
    private boolean isExtended(ActorContext self, Delivery<T, R> delivery) {
        try {
            return self.blocking(() -> delivery.extend(config.lease())) == AckStatus.DONE;
        } catch (IllegalArgumentException e) { // a backend may limit how long a delivery lasts in all
            LOG.log(Level.WARNING, delivery + " of " + mailbox.name() + " cannot be kept any longer, and is given back", e);
            giveBack(self, delivery);
            return false;
        }
    }

    private void giveBack(ActorContext self, Delivery<T, R> delivery) {
        if (self.blocking(delivery::nack) != AckStatus.DONE) {
            LOG.log(Level.DEBUG, delivery + " of " + mailbox.name() + " was another's already");
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
