package io.hiveactor.runtime;

import io.hiveactor.runtime.diagnosis.Activity;
import io.hiveactor.runtime.diagnosis.Histogram;
import io.hiveactor.runtime.event.DropEvent;
import io.hiveactor.runtime.event.HandOffEvent;
import io.hiveactor.runtime.event.ParkEvent;
import io.hiveactor.runtime.event.WakeEvent;
import io.hiveactor.runtime.port.ActorCaller;
import io.hiveactor.runtime.port.ActorPort;
import io.hiveactor.runtime.port.ShardCall;
import io.hiveactor.runtime.port.Tenant;
import io.hiveactor.runtime.waiting.SpinLock;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * Has the JVM load what an actor's calls need before there are actors. An actor may call at the end of its stack, and
 * loading a class there fails: half way through a call, and for good.
 */
final class EngineClasses {
    private static final Class<?>[] ALL = {
        ActorNotice.class, ActorViews.class, ActorWatch.class, Birth.class, Closer.class, DeadlockPolicy.class, FailCommand.class, FlightRecords.class, HandOffEvent.class,
        RegisterStatus.class, FullPoolLog.class, FullPoolLog.News.class,
        DropEvent.class, ParkEvent.class, WakeEvent.class, Forwarding.class, Suspicion.class,
        Suspicion.Trail.class, Tallies.class, Histogram.class, Dependence.class, Farewell.class, Link.class, Link.Offer.class, Link.Withdrawal.class, LinkStatus.class,
        Monitor.class, MonitorResult.NoMonitor.class, NameChange.class, NameWatch.class, Seat.class, SeatResult.NoSeat.class,
        SeatWatch.class, Ties.class, Vacancy.class, ActorActivity.class, Activity.class, ActorExit.class, ActorStopped.class, ActorTimer.class,
        Activities.class, ActorIpc.class, AnswerRoom.class, CheckedMessage.class, Crowding.class, Demise.class, Drop.class,
        Drop.Reason.class, InterruptCommand.class, KeptRight.class, KillCommand.class, MailboxLimit.class,
        MailboxRoom.class, MessageClass.class, MessageFilter.class, NoMatch.class, NoMessage.class, NotifyStatus.class, Nudge.class,
        OffloadTask.class, Overflow.class, Parcels.class, ParkRecord.class, RecorderSample.class, ReplyStatus.class, Requests.class, ScanMarks.class, SendStatus.class,
        Selection.class, SendWaiter.class, Source.class, SpawnCommand.class, SpawnResult.NoActor.class, Undelivered.class,
        Undelivered.Reason.class, UndeliveredNews.class, WaitDeadline.class, WaitingSend.class, WakeUp.class, ActorPort.RequestEnd.class, ServedWait.class, Tenant.class, ActorCaller.class,
        ShardCall.Ending.class
    };

    private EngineClasses() {}

    static void load() {
        try {
            for (Class<?> each : ALL) {
                MethodHandles.lookup().ensureInitialized(each);
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("a class of our own cannot be reached", e);
        }
        exercise();
        FlightRecords.lookAgain();
    }

    @SuppressWarnings("UnnecessaryAsync") // to have been used is its purpose
    private static void exerciseTies() {
        var links = new LinkedHashMap<Object, Object>();
        links.put("a", "b");
        var watchers = new LinkedHashSet<Object>(links.values());
        var monitors = new Long2ObjectHashMap<Object>();
        monitors.put(1, "c");
        var news = new AtomicReference<Object>("d");
        var lock = new SpinLock();
        lock.lock();
        lock.unlock();
        boolean told = List.copyOf(monitors.values()).size() == 1
                && news.compareAndSet("d", "e")
                && "e".equals(news.getAndSet("f"))
                && monitors.remove(1) != null
                && watchers.remove("b")
                && links.remove("a") != null;
        if (!told) {
            throw new IllegalStateException("collections do not work");
        }
    }

    /**
     * Uses once what belongs to others, and each place that works on a variable through a handle: the JVM links such a
     * place when it is first reached, which takes a lot of stack.
     */
    private static void exercise() {
        var index = Crowding.newIndex();
        index.put("key", 1);
        var waiter = new SendWaiter(Thread.currentThread());
        var room = new MailboxRoom(MailboxLimit.blockSender(1), WaiterOrder.FIFO);
        room.add();
        boolean queued = !room.reserveOrQueue(waiter) && !room.tryReserve();
        boolean served = room.giveBack() && room.serve(null) == waiter && room.leave(waiter) && !room.giveBack();
        boolean reserved = room.tryReserve() && room.close(null) == null;
        exerciseTies();
        var answer = new AnswerRoom(new Envelope(MemorySegment.NULL, 0, 0));
        answer.handTo(null);
        boolean answered = answer.ownerByNow() == null && answer.tryAnswer() && !answer.tryAbandon() && !answer.isAbandoned();
        if (index.removeKey("key") != 1 || !queued || !served || !reserved || !answered) {
            throw new IllegalStateException("the engine's own parts do not work");
        }
    }
}
