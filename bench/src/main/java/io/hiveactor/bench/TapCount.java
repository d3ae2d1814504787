package io.hiveactor.bench;

import java.util.Map;

/**
 * How a tap has fared in a round.
 *
 * <p><b>Threads:</b> first the sender, then the tap's reader, at last the referee: messages and the finish order them.
 */
final class TapCount {
    private int seen;
    private int missed;

    /** So many did not fit into the tap. To be called before the tap's reader is sent its end. */
    void missed(int messages) {
        missed = messages;
    }

    /**
     * So many has the tap's reader got.
     *
     * @return those, and the ones it has missed
     */
    int seen(int messages) {
        seen = messages;
        return seen + missed;
    }

    Map<String, Double> figures() {
        return Map.of("tappedPercent", 100.0 * seen / (seen + missed));
    }
}
