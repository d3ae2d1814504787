package io.hiveactor.runtime;

import io.hiveactor.runtime.diagnosis.ActorView;
import io.hiveactor.runtime.diagnosis.Deadlock;
import io.hiveactor.runtime.diagnosis.SlowHandler;
import io.hiveactor.runtime.event.DeadlockEvent;
import io.hiveactor.runtime.event.DropEvent;
import io.hiveactor.runtime.event.ExitEvent;
import io.hiveactor.runtime.event.HandOffEvent;
import io.hiveactor.runtime.event.ParkEvent;
import io.hiveactor.runtime.event.SlowHandlerEvent;
import io.hiveactor.runtime.event.WakeEvent;
import io.hiveactor.runtime.waiting.Waiter;
import java.util.stream.Collectors;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;

/**
 * Tells the flight recorder what happens, if it wants to know. Where that would be asked for each message, what it wants is
 * kept in a field, and looked at again when a recording starts or stops, and by watchdogs; and of what it takes a sample of, it
 * is not asked about each ({@link RecorderSample}).
 *
 * <p><b>Threads:</b> any thread.
 */
final class FlightRecords {
    /** Shorter waits are nobody's concern: they are what actors are made of. */
    private static final long LONG_WAIT_NANOS = 1_000_000;

    // plain: a little late is early enough
    private static boolean wantsWakes;
    private static boolean wantsParks;
    private static boolean wantsHandOffs;
    private static boolean wantsDrops;

    static {
        FlightRecorder.addListener(new FlightRecorderListener() {
            @Override
            public void recordingStateChanged(Recording recording) {
                lookAgain();
            }
        });
    }

    private FlightRecords() {}

    /** Asks the recorder what it wants. */
    static void lookAgain() {
        wantsWakes = new WakeEvent().isEnabled();
        wantsParks = new ParkEvent().isEnabled();
        wantsHandOffs = new HandOffEvent().isEnabled();
        wantsDrops = new DropEvent().isEnabled();
    }

    /** Whether waits are to be told of. */
    static boolean wantsWaits() {
        return wantsWakes || wantsParks;
    }

    static void parks(Actor actor, int state) {
        Shard home = actor.home;
        if (!wantsParks || !home.parkSample.isWanted(home.turnNanos)) {
            return;
        }
        var event = new ParkEvent();
        if (home.parkSample.answered(event.shouldCommit(), home.turnNanos)) {
            event.hive = actor.hive.config().name();
            event.actor = actor.id.toString();
            event.shard = home.index;
            event.waitsFor = ActorState.name(state);
            event.commit();
        }
    }

    /** @param sinceNanos when it was set aside */
    static void wakes(Actor actor, int state, long sinceNanos) {
        long waitedNanos = actor.home.turnNanos - sinceNanos;
        if (waitedNanos < LONG_WAIT_NANOS || !wantsWakes) {
            return;
        }
        var event = new WakeEvent();
        if (event.shouldCommit()) {
            event.hive = actor.hive.config().name();
            event.actor = actor.id.toString();
            event.shard = actor.home.index;
            event.waitedIn = ActorState.name(state);
            event.waited = waitedNanos;
            event.commit();
        }
    }

    /**
     * Somebody who waits was given what it waits for. With no lock held, and with room on the stack.
     *
     * @param giver the shard that the caller runs on; null outside
     */
    static void handedTo(SendWaiter waiter, @Nullable Shard giver) {
        if (!wantsHandOffs || (giver != null && !giver.handOffSample.isWanted(giver.turnNanos))) {
            return;
        }
        Recipient target = waiter.target;
        if (target == null || waiter.state() != Waiter.GRANTED) {
            return; // before the recorder is asked: a yes takes one of the sample
        }
        var event = new HandOffEvent();
        boolean isTaken = event.shouldCommit();
        if (giver != null) {
            isTaken = giver.handOffSample.answered(isTaken, giver.turnNanos);
        }
        if (isTaken) {
            event.hive = target.hive.config().name();
            event.waiter = waiter.actor == null ? "thread " + waiter.thread().getName() : waiter.actor.id.toString();
            event.target = target.id.toString();
            event.what = waiter.awaitsSlots ? "slots" : "room";
            event.commit();
        }
    }

    /** Whether drops are to be told of. */
    static boolean wantsDrops() {
        return wantsDrops;
    }

    static void dropped(Hive hive, DroppedMessage.Reason reason, MailboxRoom room, ActorId sender, ActorId receiver) {
        if (!wantsDrops) {
            return;
        }
        var event = new DropEvent();
        if (event.shouldCommit()) {
            event.hive = hive.config().name();
            event.reason = reason.name();
            event.policy = room.limit.overflow().name();
            event.sender = sender.toString();
            event.receiver = receiver.toString();
            event.depth = room.taken();
            event.commit();
        }
    }

    static void exits(Shard shard, ActorExit exit) {
        var event = new ExitEvent();
        if (event.shouldCommit()) {
            Throwable cause = exit.cause();
            event.hive = shard.hive.config().name();
            event.actor = exit.actor().toString();
            event.shard = shard.index;
            event.reason = exit.reason().toString();
            event.cause = cause == null ? "" : cause.getClass().getName(); // its message is user's code
            event.stillRunning = exit.stillRunning();
            event.commit();
        }
    }

    static void slowHandler(Hive hive, SlowHandler work) {
        var event = new SlowHandlerEvent();
        if (event.shouldCommit()) {
            event.hive = hive.config().name();
            event.actor = work.identity().toString();
            event.shard = work.shard();
            event.ran = work.nanos();
            event.cause = work.cause().name();
            event.line = work.line();
            event.commit();
        }
    }

    static void deadlock(Deadlock deadlock) {
        var event = new DeadlockEvent();
        if (event.shouldCommit()) {
            event.hive = deadlock.hive();
            event.kind = deadlock.kind().name();
            event.members = deadlock.members().size();
            event.identity = deadlock.members().stream().map(ActorView::identity).map(Object::toString)
                    .collect(Collectors.joining(", "));
            event.report = deadlock.toString();
            event.commit();
        }
    }
}
