package io.hiveactor.bus;

import java.util.concurrent.Flow;

/** The subscription of a Flow into a bus: notes what it is asked for, and does what the test says. */
final class FlowUpstream implements Flow.Subscription {
    long requested;
    boolean isCancelled;
    Runnable atRequest = () -> {};
    Runnable atCancel = () -> {};

    @Override
    public void request(long n) {
        requested += n;
        atRequest.run();
    }

    @Override
    public void cancel() {
        isCancelled = true;
        atCancel.run();
    }
}
