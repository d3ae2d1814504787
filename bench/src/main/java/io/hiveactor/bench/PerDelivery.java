package io.hiveactor.bench;

import java.util.Map;

/** A contestant that delivers what it publishes to several, and shows what one delivery takes. */
final class PerDelivery implements Contestant {
    private final Contestant publishing;
    private final int subscribers;
    private double nanosPerDelivery;

    PerDelivery(Contestant publishing, int subscribers) {
        this.publishing = publishing;
        this.subscribers = subscribers;
    }

    @Override
    public void prepare(int operations) throws InterruptedException {
        publishing.prepare(operations);
    }

    @Override
    public long run(int operations) throws InterruptedException {
        long nanos = publishing.run(operations);
        nanosPerDelivery = (double) nanos / operations / subscribers;
        return nanos;
    }

    @Override
    public Map<String, Double> figures() {
        return Map.of("nsPerDelivery", nanosPerDelivery);
    }

    @Override
    public void close() {
        publishing.close();
    }
}
