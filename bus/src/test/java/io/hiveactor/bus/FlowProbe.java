package io.hiveactor.bus;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A subscriber that notes what it is told, and requests what the test wants. */
final class FlowProbe<E> implements Flow.Subscriber<E> {
    static final String COMPLETE = "complete";

    private final long first;
    private final Consumer<? super E> reader;
    private final List<Object> told = new CopyOnWriteArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile Flow.Subscription subscription;
    private volatile Runnable atEnd = () -> {};

    FlowProbe(long first) {
        this(first, element -> {});
    }

    /** @param first what it requests at once */
    FlowProbe(long first, Consumer<? super E> reader) {
        this.first = first;
        this.reader = reader;
    }

    /** Says what it does when it is told the end. */
    FlowProbe<E> atEnd(Runnable action) {
        atEnd = action;
        return this;
    }

    /** Elements, then a Throwable or COMPLETE. */
    List<Object> told() {
        return List.copyOf(told);
    }

    Flow.Subscription subscription() {
        return subscription("");
    }

    Flow.Subscription subscription(String context) {
        return Objects.requireNonNull(subscription, "onSubscribe has not come " + context);
    }

    boolean awaitEnd() throws InterruptedException {
        return ended.await(20, TimeUnit.SECONDS);
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        if (first > 0) {
            given.request(first);
        }
    }

    @Override
    public void onNext(E element) {
        told.add(element);
        reader.accept(element);
    }

    @Override
    public void onError(Throwable failure) {
        told.add(failure);
        ended.countDown();
        atEnd.run();
    }

    @Override
    public void onComplete() {
        told.add(COMPLETE);
        ended.countDown();
        atEnd.run();
    }
}
