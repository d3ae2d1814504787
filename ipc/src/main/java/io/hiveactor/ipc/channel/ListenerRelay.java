package io.hiveactor.ipc.channel;

import io.hiveactor.runtime.port.HivePort;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Queues events for a listener, which is user code and may block. An internal actor calls the listener, in order,
 * because events arise where nothing may block.
 *
 * <p><b>Threads:</b> owner only, the table's shard and its errand.
 */
final class ListenerRelay implements ChannelListener {
    /** Maximum number of queued events: a listener that is too slow must not fill the heap. */
    private static final int MOST = 4096;

    private record Traced(long nowNanos, int pid, ChannelOperation operation, ChannelStatus outcome) {}

    private final System.Logger log = System.getLogger("io.hiveactor.ipc.channel");
    private final HivePort port;
    private final int shard;
    private final ChannelListener listener;
    private final Queue<Object> waiting = new ArrayDeque<>();
    private final Runnable teller = this::tellAll;
    private boolean isTelling;
    private long failures;

    ListenerRelay(HivePort port, int shard, ChannelListener listener) {
        this.port = port;
        this.shard = shard;
        this.listener = listener;
    }

    /** How often the listener threw, which the table cannot see. */
    long failures() {
        return failures;
    }

    @Override
    public void on(ChannelEvent event) {
        tell(event);
    }

    @Override
    public void traced(long nowNanos, int pid, ChannelOperation operation, ChannelStatus outcome) {
        tell(new Traced(nowNanos, pid, operation, outcome));
    }

    private void tell(Object event) {
        if (waiting.size() == MOST) {
            throw new IllegalStateException("the listener is too slow"); // the table counts it
        }
        waiting.add(event);
        if (!isTelling) {
            port.errand(shard, teller);
            isTelling = true; // not before: a call that fails must not silence everything after it
        }
    }

    private void tellAll() {
        Object event = waiting.poll();
        while (event != null) {
            try {
                if (event instanceof ChannelEvent happened) {
                    listener.on(happened);
                } else if (event instanceof Traced(var nowNanos, var pid, var operation, var outcome)) {
                    listener.traced(nowNanos, pid, operation, outcome);
                }
            } catch (Throwable e) { // also a checked one, as other languages throw: it must not silence the rest
                failures++;
                log.log(System.Logger.Level.ERROR, "the channel listener failed on " + event, e);
            }
            event = waiting.poll();
        }
        isTelling = false;
    }
}
