package io.hiveactor.runtime;

import io.hiveactor.runtime.diagnosis.Deadlock;
import io.hiveactor.runtime.diagnosis.SlowHandler;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A listener that keeps what it is told. */
final class Told implements HiveListener {
    final List<Deadlock> deadlocks = new CopyOnWriteArrayList<>();
    final List<SlowHandler> slowHandlers = new CopyOnWriteArrayList<>();

    @Override
    public void onDeadlock(Deadlock deadlock) {
        deadlocks.add(deadlock);
    }

    @Override
    public void onSlowHandler(SlowHandler work) {
        slowHandlers.add(work);
    }

    boolean hasOverTimeOf(String name) {
        return slowHandlers.stream().anyMatch(each -> each.identity().name().equals(name));
    }
}
