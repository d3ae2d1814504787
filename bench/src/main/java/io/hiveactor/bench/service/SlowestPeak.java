package io.hiveactor.bench.service;

/**
 * The smallest of the peak rates of all brokers of a workload, so that all get the same paced load.
 *
 * <p><b>Threads:</b> owner only.
 */
public final class SlowestPeak {
    private double perSecond = Double.MAX_VALUE;

    void add(double peakPerSecond) {
        perSecond = Math.min(perSecond, peakPerSecond);
    }

    double half() {
        return perSecond / 2;
    }
}
