package io.hiveactor.service.capability;

/** A text is not a token of this service. The message says why and shows nothing of the text. */
public final class MalformedTokenException extends Exception {
    private static final long serialVersionUID = 1;

    /** Without a stack trace: clients cause this, and it must be cheap. */
    MalformedTokenException(String message) {
        super(message, null, false, false);
    }
}
