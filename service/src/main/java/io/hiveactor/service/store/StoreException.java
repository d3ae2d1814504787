package io.hiveactor.service.store;

/** The database failed, or its files cannot be used. */
public final class StoreException extends Exception {
    private static final long serialVersionUID = 1;

    public StoreException(String message) {
        super(message);
    }

    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
