package io.hiveactor.examples.orders;

/** What became of an order. */
sealed interface Outcome {
    /** It is stored, and everybody who listens has been told. */
    record Accepted(long number, long cents) implements Outcome {}

    /** It makes no sense; the customer has to change it. */
    record Rejected(String why) implements Outcome {}

    /** A stage has too many orders; the customer may try again later. */
    record Busy(String stage) implements Outcome {}
}
