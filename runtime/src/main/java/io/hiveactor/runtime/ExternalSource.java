package io.hiveactor.runtime;

/**
 * Something outside a hive that may send to its actors, until it is closed.
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

    /** What it was announced as. */
    public String name() {
        return name;
    }

    /** From now on nothing comes from there. Closing twice does nothing. */
    @Override
    public void close() {
        hive.forget(this);
        hive.outsideChanged();
    }

    @Override
    public String toString() {
        return "outside source " + name;
    }
}
