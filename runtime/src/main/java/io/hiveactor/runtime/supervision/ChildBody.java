package io.hiveactor.runtime.supervision;

import io.hiveactor.runtime.ActorContext;

/** The code of a child that is a body. */
@FunctionalInterface
public interface ChildBody {
    /** Runs the child from one start to its end; see {@link io.hiveactor.runtime.ActorBody#run}. */
    void run(ActorContext context, Siblings siblings) throws Exception;
}
