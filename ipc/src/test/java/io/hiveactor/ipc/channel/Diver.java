package io.hiveactor.ipc.channel;

/**
 * Goes to the end of the stack and calls on the way back: at each depth near the end, and now and then after that,
 * because setting a deep stack aside needs a lot of room.
 */
final class Diver {
    private static final int NOW_AND_THEN = 199;

    private final Runnable call;
    private int depths;
    int done;
    int overflowed;

    Diver(Runnable call) {
        this.call = call;
    }

    void dive(int depthsToTry) {
        depths = depthsToTry;
        descend(0);
    }

    @SuppressWarnings("InfiniteRecursion") // the end of the stack is the subject
    private void descend(int depth) {
        try {
            descend(depth + 1);
        } catch (StackOverflowError bottom) {
            // here it is: now back, calling on the way
        }
        depths--;
        if (depths >= 0 || depth % NOW_AND_THEN == 0) {
            try {
                call.run();
                done++;
            } catch (StackOverflowError e) {
                overflowed++;
            }
        }
    }
}
