package io.hiveactor.runtime.supervision;

/** Which children are restarted when one of them ends. */
public enum Strategy {
    /** Only that child. */
    ONE_FOR_ONE,
    /** All children: the others are stopped, the last one first, then all are started in order. */
    ONE_FOR_ALL,
    /** That child and those after it in the list, in the same way. */
    REST_FOR_ONE;

    /** Whether a child shares the fate of one that has to be started again. */
    boolean concerns(int child, int ended) {
        return switch (this) {
            case ONE_FOR_ONE -> child == ended;
            case ONE_FOR_ALL -> true;
            case REST_FOR_ONE -> child >= ended;
        };
    }
}
