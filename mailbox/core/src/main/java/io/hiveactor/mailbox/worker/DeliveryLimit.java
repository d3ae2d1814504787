package io.hiveactor.mailbox.worker;

import io.hiveactor.mailbox.Delivery;
import java.util.Set;

/**
 * Gives up what was delivered more often than it may be, and what failed in a way that is known. Errors are told by
 * their exact class; who is in both sets is tried again.
 *
 * @param maxDeliveries from -1 up
 * @param givenUp errors after which another try is no use
 * @param triedAgain errors that will pass, however often they come
 */
public record DeliveryLimit(
        int maxDeliveries, Set<Class<? extends Throwable>> givenUp, Set<Class<? extends Throwable>> triedAgain)
        implements DeadLetterRule {
    /** Five deliveries. */
    public static final DeliveryLimit DEFAULT = new DeliveryLimit(5, Set.of(), Set.of());

    public DeliveryLimit {
        if (maxDeliveries < -1) {
            throw new IllegalArgumentException("maxDeliveries must be at least -1: " + maxDeliveries);
        }
        givenUp = Set.copyOf(givenUp);
        triedAgain = Set.copyOf(triedAgain);
    }

    /** A limit that makes no difference between errors. */
    public static DeliveryLimit of(int maxDeliveries) {
        return new DeliveryLimit(maxDeliveries, Set.of(), Set.of());
    }

    @Override
    public boolean isDead(Delivery<?, ?> delivery, Throwable error) {
        return isDead(delivery.deliveryCount(), error.getClass());
    }

    boolean isDead(int deliveryCount, Class<? extends Throwable> error) {
        return !triedAgain.contains(error) && (givenUp.contains(error) || deliveryCount > maxDeliveries);
    }
}
