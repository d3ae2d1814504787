package io.hiveactor.runtime.supervision;

/** Which children are started again when one of them has to be. */
public enum Strategy {
    /** That one. */
    ONE_FOR_ONE,
    /** All: the others are stopped, the last one first, and then all are started in their order. */
    ONE_FOR_ALL,
    /** That one, and those behind it in the list, in the same manner. */
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
