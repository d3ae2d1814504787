package io.hiveactor.runtime.port;

/**
 * A handler or a body of a sister module that runs a user's code. An actor without a name is named after that.
 *
 * <p><b>Threads:</b> any thread.
 */
public interface CodeHolder {
    /** The class of the user's code. */
    Class<?> code();
}
