package io.hiveactor.runtime;

import io.hiveactor.runtime.diagnosis.Activity;
import io.hiveactor.runtime.diagnosis.Histogram;
import io.hiveactor.runtime.event.DropEvent;
import io.hiveactor.runtime.event.HandOffEvent;
import io.hiveactor.runtime.event.ParkEvent;
import io.hiveactor.runtime.event.WakeEvent;
import io.hiveactor.runtime.fiber.StackRoom;
import io.hiveactor.runtime.port.ActorCaller;
import io.hiveactor.runtime.port.ActorPort;
import io.hiveactor.runtime.port.CodeHolder;
import io.hiveactor.runtime.port.ExternalWait;
import io.hiveactor.runtime.port.Observed;
import io.hiveactor.runtime.port.OutsideCaller;
import io.hiveactor.runtime.port.ShardCall;
import io.hiveactor.runtime.port.SlotReceiver;
import io.hiveactor.runtime.port.Tenant;
import io.hiveactor.runtime.port.Timeouts;
import io.hiveactor.runtime.waiting.SpinLock;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * Makes the JVM load the classes that actors' calls need before there are actors. An actor may call at the end of its
 * stack, and loading a class there fails: half way through a call, and for good. {@code EngineClassesTest} compares this
 * list with what the engine's classes refer to.
 */
final class EngineClasses {
    private static final Class<?>[] ALL = {
        Activities.class, Activity.class, ActorActivity.class, ActorCaller.class, ActorCalls.class, ActorConfig.class,
        ActorExit.class, ActorIpc.class, ActorNotice.class, ActorState.class, ActorStopped.class, ActorTimer.class,
        ActorViews.class, ActorWatch.class, AnswerRoom.class, Birth.class, CheckedMessage.class, Closer.class,
        CodeHolder.class, Crowding.class, DeadlockPolicy.class, DeferredReply.class, DeferredReply.Arrival.class,
        DeferredReply.Refusal.class, Demise.class, Dependence.class, DropEvent.class, DroppedMessage.class,
        DroppedMessage.Reason.class, ExitReason.class, ExternalInbox.class, ExternalSource.class, ExternalWait.class,
        FailCommand.class, Farewell.class, FlightRecords.class, Forwarding.class, FullPoolLog.class,
        FullPoolLog.News.class, FullPoolLog.Size.class, FutureSource.class, HandOffEvent.class, Handler.class,
        Histogram.class, InterruptCommand.class, KeptSlots.class, KillCommand.class, Link.class, Link.Offer.class,
        Link.Withdrawal.class, LinkStatus.class, MailboxLimit.class, MailboxRoom.class, MessageClass.class,
        MessageFilter.class, Monitor.class, MonitorResult.NoMonitor.class, NameChange.class, NameWatch.class,
        Names.Entry.class, NoMatch.class, NoMessage.class, NoReply.class, NoReply.Reason.class,
        NoReplyException.class, NotifyStatus.class, Nudge.class, Observed.class, OffloadTask.class,
        OutsideCaller.class, OutsideSend.class, Overflow.class, Parcels.class, ParkEvent.class, ParkRecord.class,
        Payload.class, PendingReply.class, Placement.class, Placement.OnShard.class, Placement.WithParent.class,
        RecorderSample.class, RegisterStatus.class, Reply.class, ReplyStatus.class, RequestResult.class,
        Requests.class, ReserveResult.NotReserved.class, ReservedId.class, ReservedIdWatch.class, ScanMarks.class,
        SelectResult.class, SelectResult.Nothing.class, SelectResult.Ready.class, SelectResult.Received.class,
        Selection.class, SendStatus.class, SendWaiter.class, ServedWait.class, ShardCall.Ending.class,
        SlotReceiver.class, Source.class, SpawnCommand.class, SpawnResult.NoActor.class, StackRoom.class,
        StartRequestResult.class, StartingHandler.class, StoppingHandler.class, Suspicion.class,
        Suspicion.Trail.class, Tallies.class, Tenant.class, TenantTimer.class, Ties.class, Timeouts.class,
        Undelivered.class, Undelivered.Reason.class, UndeliveredNews.class, Vacancy.class, WaitDeadline.class,
        WaitingSend.class, WakeEvent.class, WakeUp.class, Work.class
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
