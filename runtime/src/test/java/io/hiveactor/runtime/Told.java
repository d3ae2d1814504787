package io.hiveactor.runtime;

import io.hiveactor.runtime.diagnosis.Deadlock;
import io.hiveactor.runtime.diagnosis.OverTime;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A listener that keeps what it is told. */
final class Told implements HiveListener {
    final List<Deadlock> deadlocks = new CopyOnWriteArrayList<>();
    final List<OverTime> overTimes = new CopyOnWriteArrayList<>();

    @Override
    public void onDeadlock(Deadlock deadlock) {
        deadlocks.add(deadlock);
    }

    @Override
    public void onOverTime(OverTime work) {
        overTimes.add(work);
    }

    boolean hasOverTimeOf(String name) {
        return overTimes.stream().anyMatch(each -> each.who().name().equals(name));
    }
}
