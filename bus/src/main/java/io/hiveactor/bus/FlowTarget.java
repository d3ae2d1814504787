package io.hiveactor.bus;

import java.lang.System.Logger.Level;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * A Flow subscriber, as long as it is to be told something. What it throws is logged, and ends that.
 *
 * <p><b>Threads:</b> one after the other: who subscribes it, the actor that feeds it, who speaks for that one after its
 * end.
 */
final class FlowTarget<E> {
    private static final System.Logger LOG = System.getLogger("io.hiveactor.bus");

    private final BusCore core;
    private Flow.@Nullable Subscriber<? super E> subscriber;
    private boolean isIntroduced;

    FlowTarget(BusCore core, Flow.Subscriber<? super E> subscriber) {
        this.core = core;
        this.subscriber = subscriber;
    }

    /** Whether it has been told of its subscription. */
    boolean isIntroduced() {
        return isIntroduced;
    }

    /** False if it wants nothing any more. */
    boolean onSubscribe(Flow.Subscription subscription) {
        isIntroduced = true;
        return tell(subscriber, each -> each.onSubscribe(subscription));
    }

    /** False if it wants nothing any more. */
    boolean onNext(E element) {
        return tell(subscriber, each -> each.onNext(element));
    }

    /** Its last word. */
    void onError(Throwable why) {
        tellLast(each -> each.onError(why));
    }

    /** Its last word. */
    void onComplete() {
        tellLast(Flow.Subscriber::onComplete);
    }

    /** From now on it is told nothing. */
    void forget() {
        subscriber = null;
    }

    private interface Signal<E> {
        void to(Flow.Subscriber<? super E> subscriber);
    }

    private void tellLast(Signal<E> signal) {
        Flow.Subscriber<? super E> present = subscriber;
        forget(); // first: whatever becomes of the actor in the middle of it, there is no other last word
        boolean unused = tell(present, signal);
    }

    private boolean tell(Flow.@Nullable Subscriber<? super E> present, Signal<E> signal) {
        if (present == null) {
            return false;
        }
        try {
            signal.to(present);
            return true;
        } catch (Throwable e) { // which the rules forbid: as if it had cancelled
            if (core.port.isUnwinding(e)) {
                throw e;
            }
            forget();
            LOG.log(Level.WARNING, "a Flow subscriber of " + core + " has failed, and is cancelled", e);
            return false;
        }
    }
}
