package io.hiveactor.runtime;

/**
 * Something outside a hive that may send to its actors, announced with {@link Hive#expectExternal}. Until it is closed,
 * the diagnosis assumes that it may send.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class ExternalSource implements AutoCloseable {
    private final Hive hive;
    private final String name;

    ExternalSource(Hive hive, String name) {
        this.hive = hive;
        this.name = name;
    }

    /** The name it was announced with. */
    public String name() {
        return name;
    }

    /** Declares that nothing will be sent from there any more. Closing twice has no effect. */
    @Override
    public void close() {
        hive.forget(this);
        hive.outsideChanged();
    }

    @Override
    public String toString() {
        return "external source " + name;
    }
}
