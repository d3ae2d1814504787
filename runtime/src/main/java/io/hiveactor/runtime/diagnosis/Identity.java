package io.hiveactor.runtime.diagnosis;

/**
 * An actor, a seat, an inbox, a bus or an external thread, as a report names it.
 *
 * @param name of an actor without one, the name of the class of its code; may be empty
 * @param number the number of its id, unique in its hive; an external thread has a negative one, and a bus has
 *     {@link #NO_ACTOR}
 */
public record Identity(String name, long number) {
    /** The number of a bus. */
    public static final long NO_ACTOR = 0;

    /** As its id prints itself. */
    @Override
    public String toString() {
        if (number == NO_ACTOR) {
            return name;
        }
        return number < 0 ? "thread " + name : name + "#" + number;
    }
}
