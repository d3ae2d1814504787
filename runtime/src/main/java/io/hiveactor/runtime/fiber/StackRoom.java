package io.hiveactor.runtime.fiber;

/**
 * Makes sure, before something is begun that must not stop half way, that the stack has room for it.
 */
public final class StackRoom {
    /** Deeper, at this frame size, than any path behind {@link #require()}, compiled or interpreted. */
    private static final int FRAMES = 48;

    private StackRoom() {}

    /**
     * Touches the stack below the caller.
     *
     * @throws StackOverflowError if there is too little; nothing has happened then
     */
    public static void require() {
        if (descend(FRAMES, 1, 2, 3, 4, 5, 6) == 0) {
            throw new AssertionError("unreachable; keeps the descent from being optimised away");
        }
    }

    private static long descend(int frames, long a, long b, long c, long d, long e, long f) {
        return frames == 0
                ? a | b | c | d | e | f
                : descend(frames - 1, b, c, d, e, f, a) | (a + b) | (c + d) | (e + f);
    }
}
