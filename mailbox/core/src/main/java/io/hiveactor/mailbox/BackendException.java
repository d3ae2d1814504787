package io.hiveactor.mailbox;

import org.jspecify.annotations.Nullable;

/**
 * The world failed a mailbox: its server cannot be reached or is out of sorts, or a body can be neither written nor
 * read.
 */
public final class BackendException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** A failure of the backend: the operation, and its cause if there is one. */
    public BackendException(String what, @Nullable Throwable cause) {
        super(what, cause);
    }
}
