package io.hiveactor.ipc.channel;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Unexpected failures inside a table: a bug of ours, or memory that has run out. Each is counted; they are logged one
 * at a time, so a failure that repeats does not fill the heap with what is to be logged.
 *
 * <p><b>Threads:</b> owner only, as the table.
 */
final class InternalErrors implements Runnable {
    private final System.Logger log = System.getLogger("io.hiveactor.ipc.channel");
    private final Consumer<Runnable> executor;
    private long count;
    // the latest one; put into words by run(), which has a stack of its own
    private int pid;
    private ChannelOperation operation = ChannelOperation.OPEN;
    private @Nullable Throwable thrown;
    private boolean isLogging;

    /** @param executor runs what may block: at once, or where that disturbs no other call */
    InternalErrors(Consumer<Runnable> executor) {
        this.executor = executor;
    }

    long count() {
        return count;
    }

    /** @throws StackOverflowError if that is what happened: the stack is the caller's, and the table is not to blame */
    void report(int ofPid, ChannelOperation during, Throwable failure) {
        if (failure instanceof StackOverflowError overflow) {
            throw overflow;
        }
        count++;
        pid = ofPid;
        operation = during;
        thrown = failure;
        if (!isLogging) {
            isLogging = true;
            boolean isAccepted = false;
            try {
                executor.accept(this);
                isAccepted = true;
            } finally {
                isLogging &= isAccepted;
            }
        }
    }

    /** Logs the latest failure. */
    @Override
    public void run() {
        isLogging = false;
        String what = operation + " of pid " + pid + " failed unexpectedly; failures so far: " + count;
        log.log(System.Logger.Level.ERROR, what, thrown);
    }
}
