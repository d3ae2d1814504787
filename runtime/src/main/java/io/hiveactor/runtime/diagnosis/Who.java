package io.hiveactor.runtime.diagnosis;

/**
 * An actor, a seat, an inbox or a thread outside, as a report names it.
 *
 * @param name may be empty
 * @param number the number of its id, unique in its hive; a thread outside has a negative one
 */
public record Who(String name, long number) {
    /** As its id prints itself. */
    @Override
    public String toString() {
        return number < 0 ? "thread " + name : name + "#" + number;
    }
}
