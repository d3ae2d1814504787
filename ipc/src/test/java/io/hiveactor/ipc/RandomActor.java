package io.hiveactor.ipc;

import static java.time.Duration.ofMillis;

import io.hiveactor.ipc.OpenCalls.Call;
import io.hiveactor.ipc.Parcels.Parcel;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.DeferredReply;
import io.hiveactor.runtime.Matched;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.MessageFilter;
import io.hiveactor.runtime.NoMessage;
import io.hiveactor.runtime.NoReply;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.PendingReply;
import io.hiveactor.runtime.Reply;
import io.hiveactor.runtime.ReplyStatus;
import io.hiveactor.runtime.RequestResult;
import io.hiveactor.runtime.SelectResult;
import io.hiveactor.runtime.SendStatus;
import io.hiveactor.runtime.StartRequestResult;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/** One of the actors of a {@link RandomSystem}: makes random calls, and checks what each of them gives. */
final class RandomActor {
    static final int OPERATIONS = 25;

    /** A filter, and which tags it takes of a sender that it takes messages of. */
    private record Choice(MessageFilter filter, IntPredicate tags) {}

    /** The right to answer a question. */
    private record Debt(DeferredReply<Object> right, Parcel question) {}

    /** A question that is open beside others. */
    private record Open(PendingReply<Message> answer, Parcel question, long deadlineNanos) {}

    private final RandomSystem system;
    private final Parcels parcels;
    private final OpenCalls calls;
    private final ActorContext self;
    private final ActorId me;
    private final ActorContext ipc;
    private final SplittableRandom choices;
    private final Deque<Debt> debts = new ArrayDeque<>();
    private final Deque<Open> open = new ArrayDeque<>();

    RandomActor(RandomSystem system, ActorContext self, SplittableRandom choices) {
        this.system = system;
        this.self = self;
        this.choices = choices;
        parcels = system.parcels;
        calls = system.calls;
        me = self.self();
        ipc = self;
    }

    void live() {
        for (int i = 0; i < OPERATIONS; i++) {
            operate();
        }
    }

    void handle(Message message) {
        took(message, tag -> true);
        if (choices.nextBoolean()) {
            operate();
        }
    }

    private void operate() {
        long timeout = choices.nextInt(3) == 0 ? 0 : choices.nextInt(20);
        boolean isEndless = choices.nextInt(12) == 0;
        switch (choices.nextInt(18)) {
            case 0, 1 -> notify(parcel());
            case 2, 3, 4 -> send(parcel(), isEndless ? -1 : timeout);
            case 5, 6 -> took(timed(begin("receive", timeout), () -> ipc.receive(Timeouts.ofMillis(timeout))), tag -> true);
            case 7, 8 -> {
                Choice choice = choice();
                Call call = begin("selective receive", timeout);
                took(timed(call, () -> ipc.receive(choice.filter, Timeouts.ofMillis(timeout))), choice.tags);
            }
            case 9 -> select(timeout);
            case 10, 11, 12 -> request(parcel(), isEndless ? -1 : timeout + 1);
            case 13 -> start(parcel(), timeout + 1);
            case 14 -> finish(timeout);
            case 15, 16 -> {
                answerAnOldQuestion();
                sleep(timeout);
            }
            default -> {
                if (choices.nextInt(12) == 0) {
                    self.kill(other());
                }
                self.yield();
            }
        }
    }

    // ---- calls, each of which ends by its deadline ----

    private Call begin(String what, long timeoutMillis) {
        return calls.begin(me, what, self.nowNanos(), timeoutMillis);
    }

    /** Makes a call, which ends by its deadline, and if it says that it is too late, not before. */
    private <T> T timed(Call call, Supplier<T> code) {
        T result;
        try {
            result = code.get();
        } finally {
            calls.end(call);
        }
        long now = self.nowNanos();
        String late = call.lateness(now);
        system.require(late == null, late);
        boolean isTimeout = result == SendStatus.TIMEOUT || result == NoMessage.TIMEOUT || result == SelectResult.Nothing.TIMEOUT
                || (result instanceof NoReply<?> none && none.reason() == NoReply.Reason.TIMEOUT);
        system.require(!isTimeout || call.isDue(now), "timed out before its time: " + result);
        return result;
    }

    private void sleep(long timeout) {
        if (choices.nextInt(4) == 0) {
            var unused = self.after(ofMillis(choices.nextInt(5)));
        }
        var unused = timed(begin("sleep", timeout), () -> {
            self.sleep(ofMillis(timeout));
            return NoMessage.TIMEOUT;
        });
    }

    private boolean byName() {
        return choices.nextInt(6) == 0;
    }

    private void notify(Parcel parcel) {
        boolean othersWait = system.hive.stats().waitingForSlots() > 0;
        boolean byName = byName();
        Call call = begin("notify", 0);
        NotifyStatus status = timed(call, () -> byName
                ? ipc.notify(parcel.receiver.name(), parcel.tag, parcel.data())
                : ipc.notify(parcel.receiver, parcel.tag, parcel.data()));
        if (status == NotifyStatus.SENT) {
            system.require(!othersWait || call.hasPaused(), "it has overtaken who waits: " + parcel);
            parcels.sent(parcel);
        }
    }

    private void send(Parcel parcel, long timeout) {
        boolean byName = byName();
        parcels.sent(parcel);
        SendStatus status = null;
        try {
            status = timed(begin("send", timeout), () -> byName
                    ? ipc.send(parcel.receiver.name(), parcel.tag, parcel.data(), Timeouts.ofMillis(timeout))
                    : ipc.send(parcel.receiver, parcel.tag, parcel.data(), Timeouts.ofMillis(timeout)));
        } finally {
            if (status != SendStatus.SENT) {
                parcels.notSent(parcel, status == null ? "a kill" : status);
            }
        }
        system.require(status != SendStatus.TIMEOUT || timeout > 0, "a timeout without waiting");
        system.timeouts += status == SendStatus.TIMEOUT ? 1 : 0;
    }

    // ---- questions ----

    private void request(Parcel parcel, long timeout) {
        boolean byName = byName();
        parcels.sent(parcel);
        RequestResult<Message> answer = null;
        try {
            answer = timed(begin("request", timeout), () -> byName
                    ? ipc.request(parcel.receiver.name(), parcel.tag, parcel.data(), Timeouts.ofMillis(timeout))
                    : ipc.request(parcel.receiver, parcel.tag, parcel.data(), Timeouts.ofMillis(timeout)));
        } finally {
            if (answer == null) {
                parcels.isUnclear(parcel);
            }
        }
        ended(parcel, answer);
    }

    private void start(Parcel parcel, long timeout) {
        parcels.sent(parcel);
        StartRequestResult<Message> started = null;
        long deadlineNanos = self.nowNanos() + timeout * 1_000_000;
        try {
            started = timed(begin("start of a request", timeout),
                    () -> ipc.startRequest(parcel.receiver, parcel.tag, parcel.data(), Timeouts.ofMillis(timeout)));
        } finally {
            if (started == null) {
                parcels.isUnclear(parcel);
            }
        }
        switch (started) {
            case PendingReply<Message> pending -> open.add(new Open(pending, parcel, deadlineNanos));
            case NoReply<Message> none -> ended(parcel, none);
        }
    }

    /** Waits for the answer to an older question, or gives it up. */
    private void finish(long timeout) {
        Open oldest = open.poll();
        if (oldest == null) {
            return;
        }
        long now = self.nowNanos();
        switch (choices.nextInt(3)) {
            case 0 -> {
                oldest.answer.abandon();
                parcels.isUnclear(oldest.question);
            }
            case 1 -> {
                long until = Math.clamp(oldest.deadlineNanos, now, now + timeout * 1_000_000);
                Call call = calls.beginUntil(me, "short wait for an answer", until);
                RequestResult<Message> answer = timed(call, () -> oldest.answer.await(ofMillis(timeout)));
                if (answer == null) {
                    system.require(call.isDue(self.nowNanos()), "it gave up before its time");
                    open.add(oldest);
                } else {
                    ended(oldest.question, answer);
                }
            }
            default -> {
                Call call = calls.beginUntil(me, "wait for an answer", Math.max(oldest.deadlineNanos, now));
                ended(oldest.question, timed(call, oldest.answer::await));
            }
        }
    }

    private void ended(Parcel question, RequestResult<Message> answer) {
        switch (answer) {
            case Reply<Message> reply -> {
                parcels.answered(question, reply.value());
                system.replies++;
            }
            case NoReply<Message> none -> {
                boolean wasSent = none.reason() == NoReply.Reason.CLOSED
                        || none.reason() == NoReply.Reason.DROPPED
                        || none.target() != null;
                if (!wasSent) {
                    parcels.notSent(question, none);
                } else if (none.target() == null) {
                    parcels.isUnclear(question);
                }
            }
        }
    }

    // ---- what it receives ----

    private void select(long timeout) {
        Choice first = choice();
        Choice second = choice();
        Open asked = open.peek();
        SelectResult selected = timed(begin("select", timeout), () -> asked == null
                ? ipc.select(Timeouts.ofMillis(timeout), first.filter, second.filter)
                : ipc.select(Timeouts.ofMillis(timeout), first.filter, asked.answer, second.filter));
        switch (selected) {
            case SelectResult.Received got -> took(got.message(), got.index() == 0 ? first.tags : second.tags);
            case SelectResult.Ready ready -> system.require(asked != null && asked.answer.isReady(), "not ready: " + ready);
            case SelectResult.Nothing nothing -> system.require(nothing != SelectResult.Nothing.DEADLOCK, "it has a timeout");
        }
    }

    private void took(Matched got, IntPredicate tags) {
        if (!(got instanceof Message message) || message.messageClass() == MessageClass.TIMER) {
            return;
        }
        system.received++;
        Parcel parcel = parcels.received(me, message, tags, system.isConflated(me));
        if (message.messageClass() == MessageClass.REQUEST) {
            answer(message, parcel);
        }
    }

    private void answer(Message message, Parcel parcel) {
        switch (choices.nextInt(6)) {
            case 0 -> {} // never
            case 1 -> debts.add(new Debt(ipc.deferReply(message), parcel));
            case 2 -> {
                ActorId to = other();
                if (ipc.forward(message, to) == NotifyStatus.SENT) {
                    parcels.handedOn(parcel, me, to);
                    system.handedOn++;
                }
            }
            default -> checkAnswer(ipc.reply(message, parcel.data()));
        }
    }

    private void answerAnOldQuestion() {
        Debt debt = debts.poll();
        if (debt != null) {
            checkAnswer(debt.right.reply(debt.question.data()));
        }
    }

    private void checkAnswer(ReplyStatus status) {
        system.require(status != ReplyStatus.TOO_LARGE, "there is room for every answer");
    }

    // ---- what is left to chance ----

    private Parcel parcel() {
        return parcels.next(me, other(), choices.nextInt(Parcels.TAGS), choices.nextInt(5) == 0);
    }

    private ActorId other() {
        ActorId other = me;
        while (other == me) {
            other = system.actors.get(choices.nextInt(system.actors.size()));
        }
        return other;
    }

    private Choice choice() {
        MessageFilter filter = MessageFilter.any();
        IntPredicate tags = tag -> true;
        if (choices.nextBoolean()) {
            int wanted = choices.nextInt(Parcels.TAGS);
            filter = filter.tag(wanted);
            tags = tag -> tag == wanted;
        }
        if (choices.nextInt(3) == 0) {
            filter = filter.from(other());
        }
        if (choices.nextInt(4) == 0) {
            filter = filter.where(message -> {
                int tag = message.tag();
                system.pauseAtTimes(choices);
                return tag != 0;
            });
            tags = tags.and(tag -> tag != 0);
        }
        return new Choice(filter, tags);
    }
}
