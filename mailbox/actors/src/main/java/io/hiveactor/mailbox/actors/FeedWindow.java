package io.hiveactor.mailbox.actors;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What a feed has handed on and its actor has not come to yet.
 *
 * <p><b>Threads:</b> the feed hands on and renews; any thread settles.
 */
final class FeedWindow<T extends @Nullable Object, R extends @Nullable Object> {
    /*
     * An actor takes its messages in their order. So whoever settles one has taken all that were handed on before it, and what
     * it has not settled of those it keeps, or lets go, on purpose. What lies with it are those that were handed on after the
     * last it settled, and there are never more of them than the window has places.
     *
     * Leases of those that lie are renewed as long as the actor gives signs of life, which are its calls about any of them:
     * one that is stuck loses them all.
     */
    private final int places;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Handed> lying = new ArrayDeque<>(); // guarded by lock, as is what follows
    private long handed;
    private long signs;
    /** What was seen last by whoever must not wait for the lock. */
    private volatile int roughSize;

    FeedWindow(int places) {
        this.places = places;
    }

    /** One that lies with the actor, or is on its way there. */
    final class Handed implements Delivery.Settlement {
        private final Delivery<T, R> delivery;
        private final long number;
        private long renewedNanos;
        private long signsAtRenewal;
        private long signsWhenDue;

        private Handed(Delivery<T, R> delivery, long number, long nowNanos) {
            this.delivery = delivery;
            this.number = number;
            renewedNanos = nowNanos;
            signsAtRenewal = signs;
        }

        /** The delivery as the actor gets it. */
        Delivery<T, R> wrapped() {
            return delivery.settledBy(this);
        }

        /** The delivery as the feed got it. */
        Delivery<T, R> bare() {
            return delivery;
        }

        @Override
        public AckStatus acknowledge() {
            try {
                return delivery.acknowledge();
            } finally { // also if it throws: the actor has come to this one
                free(this);
            }
        }

        @Override
        public AckStatus nack(Duration delay) {
            try {
                return delivery.nack(delay);
            } finally {
                free(this);
            }
        }

        @Override
        public AckStatus extend(Duration lease) {
            try {
                return delivery.extend(lease);
            } finally {
                signOfLife();
            }
        }

        @Override
        public String receipt() {
            return delivery.receipt();
        }
    }

    /** Takes a place, which there has to be. */
    Handed handOn(Delivery<T, R> delivery, long nowNanos) {
        lock.lock();
        try {
            handed++;
            var one = new Handed(delivery, handed, nowNanos);
            lying.add(one);
            return one;
        } finally {
            lock.unlock();
        }
    }

    /** Gives the place back of one that was not handed on after all. */
    void takeBack(Handed one) {
        lock.lock();
        try {
            lying.remove(one);
        } finally {
            lock.unlock();
        }
    }

    /** Frees the places of this one and of all before it. */
    private void free(Handed one) {
        lock.lock();
        try {
            lying.removeIf(each -> each.number <= one.number);
            signs++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void signOfLife() {
        lock.lock();
        try {
            signs++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    int places() {
        return places;
    }

    /** How many lie with the actor. Does not wait: while another thread changes that, it is what was seen before. */
    int roughSize() {
        if (lock.tryLock()) {
            try {
                roughSize = lying.size();
            } finally {
                lock.unlock();
            }
        }
        return roughSize;
    }

    boolean isEmpty() {
        lock.lock();
        try {
            return lying.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    boolean isFull() {
        lock.lock();
        try {
            return lying.size() >= places;
        } finally {
            lock.unlock();
        }
    }

    /** Until there is a place or a sign of life, or the time is over. */
    void awaitChange(Duration most) throws InterruptedException {
        lock.lock();
        try {
            long signsBefore = signs;
            long leftNanos = most.toNanos();
            while (lying.size() >= places && signs == signsBefore && leftNanos > 0) {
                leftNanos = changed.awaitNanos(leftNanos);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Those whose lease is to be renewed: the actor has given a sign of life since it was, and it was so long ago. */
    List<Handed> due(long nowNanos, Duration age) {
        lock.lock();
        try {
            List<Handed> due = new ArrayList<>();
            for (Handed each : lying) {
                if (each.signsAtRenewal != signs && nowNanos - each.renewedNanos >= age.toNanos()) {
                    each.signsWhenDue = signs;
                    due.add(each);
                }
            }
            return due;
        } finally {
            lock.unlock();
        }
    }

    /** The lease of one that was due has been renewed, or is over. */
    void renewed(Handed one, long nowNanos) {
        lock.lock();
        try {
            one.renewedNanos = nowNanos;
            one.signsAtRenewal = one.signsWhenDue; // one that came meanwhile counts for the next time
        } finally {
            lock.unlock();
        }
    }
}
