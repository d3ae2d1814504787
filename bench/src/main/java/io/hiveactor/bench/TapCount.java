package io.hiveactor.bench;

import java.util.Map;

/**
 * How a tap has fared in a round.
 *
 * <p><b>Threads:</b> first who counts what is missed, the sender or the tap's reader; then that reader; at last the referee.
 * Messages and the finish order them.
 */
final class TapCount {
    private int seen;
    private int missed;

    /** So many did not fit into the tap. To be called before its reader tells what it has seen. */
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
