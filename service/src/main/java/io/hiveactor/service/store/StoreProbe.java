package io.hiveactor.service.store;

import java.sql.SQLException;

/**
 * Called at the points of a store where a crash or a failing disk matters. The service uses {@link #NONE}; tests end the
 * process there, wait or throw.
 */
@FunctionalInterface
public interface StoreProbe {
    StoreProbe NONE = point -> {};

    void at(Point point) throws SQLException;

    /** Where in the life of a store. */
    enum Point {
        /** The database is open, and nothing has been read from it. */
        OPENED,
        /** The batch has been written, and is not committed. */
        BEFORE_COMMIT,
        /** The batch is committed, and its caller does not know yet. */
        AFTER_COMMIT,
        /** The log is about to be copied into the database. */
        BEFORE_CHECKPOINT
    }
}
