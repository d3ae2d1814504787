package io.hiveactor.runtime.supervision;

import io.hiveactor.runtime.ActorContext;

/** What a straight-line child does, from each start to its end. */
@FunctionalInterface
public interface ChildBody {
    void run(ActorContext context, Siblings siblings) throws Exception;
}
