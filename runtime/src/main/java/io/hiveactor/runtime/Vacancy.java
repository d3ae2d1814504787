package io.hiveactor.runtime;

/** Who a seat's id leads to before anybody has sat there: nobody. */
final class Vacancy extends Recipient {
    Vacancy(Hive hive, ActorId id) {
        super(hive, null, id, false, null);
        setGone();
    }

    @Override
    void post(Envelope envelope) {
        throw new IllegalStateException("a message to nobody: " + id);
    }

    @Override
    void wakeReader() {
        // nobody reads
    }
}
