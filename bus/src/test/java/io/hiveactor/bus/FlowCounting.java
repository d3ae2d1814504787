package io.hiveactor.bus;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.Hive;
import java.time.Duration;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;

/** A bus on which an actor counts as soon as a subscriber requests something, and which it closes when all was read. */
final class FlowCounting implements Flow.Publisher<Integer> {
    private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

    private final Hive hive;
    private final Bus<Integer> bus;
    private final long elements;
    private final AtomicBoolean isCounting = new AtomicBoolean();

    FlowCounting(Hive hive, Bus<Integer> bus, long elements) {
        this.hive = hive;
        this.bus = bus;
        this.elements = elements;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super Integer> subscriber) {
        if (elements == 0) {
            bus.close();
        }
        bus.asFlow().subscribe(subscriber == null ? null : new Started(subscriber));
    }

    private void start() {
        if (isCounting.compareAndSet(false, true)) {
            hive.spawn((ActorBody) self -> {
                BusPublisher<Integer> publisher = bus.publisher(self);
                PublishStatus status = PublishStatus.PUBLISHED;
                long n = 0;
                while (n < elements && status == PublishStatus.PUBLISHED && bus.stats().subscribers() > 0) {
                    status = publisher.publish((int) n, FOREVER);
                    n++;
                }
                while (bus.stats().entries() > 0) {
                    self.sleep(Duration.ofMillis(1));
                }
                bus.close();
            });
        }
    }

    /** Forwards everything, and sees the requests. */
    private final class Started implements Flow.Subscriber<Integer> {
        private final Flow.Subscriber<? super Integer> subscriber;

        Started(Flow.Subscriber<? super Integer> subscriber) {
            this.subscriber = subscriber;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscriber.onSubscribe(new Flow.Subscription() {
                @Override
                public void request(long n) {
                    subscription.request(n);
                    start();
                }

                @Override
                public void cancel() {
                    subscription.cancel();
                }
            });
        }

        @Override
        public void onNext(Integer value) {
            subscriber.onNext(value);
        }

        @Override
        public void onError(Throwable failure) {
            subscriber.onError(failure);
        }

        @Override
        public void onComplete() {
            subscriber.onComplete();
        }
    }
}
