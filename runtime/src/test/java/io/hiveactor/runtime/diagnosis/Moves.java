package io.hiveactor.runtime.diagnosis;

import io.hiveactor.runtime.diagnosis.Moment.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Everything that can happen next in a {@link SmallHive}, but kills, its close, and supervisors. */
final class Moves {
    /*
     * Written from the contract of the calls, and knows nothing of how a reduction goes about it.
     *
     * Who is free may do anything. What is left out of that only takes from the others, and so opens nothing to them:
     * calls that wait, and messages to who does not listen. That he may wake whoever listens to anybody needs no slot:
     * he starts an actor that links itself to that one and ends. He may open any channel and serve it.
     *
     * Who comes to his turn in a line goes on in a move of its own: his code has to run first, and meanwhile other
     * things may happen. But nobody overtakes him in his line, and nobody takes slots past it; except a tick.
     */
    private final SmallHive hive;
    private Moment now;
    private List<Moment> next = new ArrayList<>();

    Moves(SmallHive hive) {
        this.hive = hive;
        now = Moment.firstOf(hive);
    }

    /** What can follow. Those come last that open most. */
    List<Moment> after(Moment moment) {
        now = moment;
        next = new ArrayList<>();
        slotsComeBack();
        for (int i = 0; i < hive.size(); i++) {
            tick(i);
            roomIsGiven(i);
        }
        slotsAreGiven();
        for (int i = 0; i < hive.size(); i++) {
            timeout(i);
            if (now.isFree(i)) {
                giveBack(i);
                talk(i);
                end(i);
            }
            workComesIn(i);
            handOn(i);
        }
        if (hive.hasOutsideSource()) {
            wakeWhoListens();
        }
        return next;
    }

    private Moment add() {
        Moment copy = now.copy();
        next.add(copy);
        return copy;
    }

    // ---- what nobody does ----

    private void slotsComeBack() {
        if (now.adrift > 0) {
            Moment then = add();
            then.adrift--;
            then.free++;
        }
        if (now.cached > 0 && isAnybodyAbout()) {
            Moment then = add();
            then.cached--;
            then.free++;
        }
    }

    /** A shard gives its cache back when it is awake. */
    private boolean isAnybodyAbout() {
        boolean isAny = hive.hasOutsideSource();
        for (int i = 0; i < hive.size(); i++) {
            isAny |= now.isFree(i);
        }
        return isAny;
    }

    private void timeout(int identity) {
        if (hive.member(identity).hasDeadline() && isWaiting(identity)) {
            add().enter(identity, Stage.FREE);
        }
    }

    private boolean isWaiting(int identity) {
        return now.stage(identity).compareTo(Stage.FREE) < 0;
    }

    private void tick(int identity) {
        if (now.timers(identity) > 0 && isWaiting(identity) && now.free + now.cached > 0) {
            Moment then = add();
            if (then.cached > 0) {
                then.cached--;
            } else {
                then.free--;
            }
            then.dropTimer(identity);
            then.addKept(identity, 1);
            if (now.stage(identity) == Stage.RECEIVING && receive(identity).hearsTicks()) {
                then.enter(identity, Stage.FREE);
            }
        }
    }

    // ---- the lines ----

    private void roomIsGiven(int owner) {
        int first = firstInLine(Stage.FOR_ROOM, owner);
        if (first >= 0 && takenRoom(owner) < hive.member(owner).limit()) {
            Moment then = add();
            int last = 0;
            for (int i = 0; i < hive.size(); i++) {
                last = now.stage(i) == Stage.FOR_SLOTS ? Math.max(last, now.ticket(i)) : last;
            }
            then.enter(first, Stage.FOR_SLOTS);
            then.takeTicket(first, last + 1);
        }
    }

    private int takenRoom(int owner) {
        int taken = now.messages(owner);
        for (int i = 0; i < hive.size(); i++) {
            taken += now.stage(i) == Stage.FOR_SLOTS && send(i).to() == owner ? 1 : 0;
        }
        return taken;
    }

    private void slotsAreGiven() {
        int first = firstInLine(Stage.FOR_SLOTS, -1);
        if (first >= 0 && now.free - hive.reserved() >= send(first).wants()) {
            Moment then = add();
            then.free -= send(first).wants();
            if (send(first).isRequest()) {
                then.enter(first, Stage.FOR_ANSWER);
                then.addKept(first, 1);
            } else {
                then.enter(first, Stage.FREE);
            }
            deliver(then, first, send(first).to());
        }
    }

    /** Who is the first in a line: for room, in that of one mailbox's. */
    private int firstInLine(Stage stage, int owner) {
        int first = -1;
        for (int i = 0; i < hive.size(); i++) {
            boolean isInLine = now.stage(i) == stage && (owner < 0 || send(i).to() == owner);
            if (isInLine && (first < 0 || position(i).compareTo(position(first)) < 0)) {
                first = i;
            }
        }
        return first;
    }

    private QueuePosition position(int identity) {
        return new QueuePosition(send(identity).position().line(), now.ticket(identity));
    }

    // ---- work from outside, unannounced ----

    /** Somebody idle gets some. It matters for those alone who are served with it. */
    private void workComesIn(int identity) {
        boolean isIdle = now.stage(identity) == Stage.RECEIVING && receive(identity).hearsAnybody();
        if (isIdle && servedBy(identity).findAny().isPresent()) {
            add().enter(identity, Stage.SERVING);
        }
    }

    private void handOn(int identity) {
        if (now.isServing(identity)) {
            servedBy(identity).forEach(other -> add().enter(other, Stage.SERVING));
        }
    }

    private IntStream servedBy(int identity) {
        return IntStream.range(0, hive.size())
                .filter(i -> now.stage(i) == Stage.RECEIVING && receive(i).isServedBy(identity));
    }

    // ---- what somebody free does ----

    private void giveBack(int identity) {
        if (now.messages(identity) > 0) {
            Moment then = add();
            then.addMessages(identity, -1);
            then.free++;
        }
        if (now.kept(identity) > 0) {
            Moment then = add();
            then.addKept(identity, -1);
            then.free++;
        }
    }

    private void talk(int identity) {
        wakeWhoListens();
        for (int i = 0; i < hive.size(); i++) {
            if (now.stage(i) == Stage.FOR_ANSWER && answererOf(i) == identity) {
                add().enter(i, Stage.FREE);
            }
            if (now.stage(i) == Stage.RECEIVING && receive(i).hears(identity) && canNotify(i)) {
                Moment then = add();
                then.free--;
                deliver(then, identity, i);
            }
        }
    }

    private boolean canNotify(int target) {
        int limit = hive.member(target).limit();
        boolean hasRoom = limit == 0 || (takenRoom(target) < limit && firstInLine(Stage.FOR_ROOM, target) < 0);
        return hasRoom && now.free > hive.reserved() && firstInLine(Stage.FOR_SLOTS, -1) < 0;
    }

    private void wakeWhoListens() {
        for (int i = 0; i < hive.size(); i++) {
            if (now.stage(i) == Stage.RECEIVING && (receive(i).hearsAnybody() || receive(i).awaitsChannel())) {
                add().enter(i, Stage.FREE);
            }
        }
    }

    /** It has linked itself to all who would listen to that. */
    private void end(int identity) {
        Moment then = add();
        then.free += now.messages(identity) + now.kept(identity);
        then.addMessages(identity, -now.messages(identity));
        then.addKept(identity, -now.kept(identity));
        then.enter(identity, Stage.ENDED);
        for (int i = 0; i < hive.size(); i++) {
            boolean isTold = switch (now.stage(i)) {
                case FOR_ROOM, FOR_SLOTS -> send(i).to() == identity;
                case FOR_ANSWER -> answererOf(i) == identity;
                case RECEIVING -> receive(i).hears(identity);
                case FREE, SERVING, ENDED -> false;
            };
            if (isTold) {
                then.enter(i, Stage.FREE);
            }
        }
    }

    private void deliver(Moment then, int sender, int target) {
        then.addMessages(target, 1);
        if (then.stage(target) == Stage.RECEIVING && receive(target).hears(sender)) {
            then.enter(target, Stage.FREE);
        }
    }

    // ---- the calls, by their stage ----

    private Call.Send send(int identity) {
        return (Call.Send) hive.member(identity).call();
    }

    private Call.Receive receive(int identity) {
        return (Call.Receive) hive.member(identity).call();
    }

    private int answererOf(int identity) {
        return switch (hive.member(identity).call()) {
            case Call.AwaitAnswer(int of) -> of;
            case Call.Send send -> send.to();
            case Call.Running _, Call.Ended _, Call.Receive _ -> throw new IllegalStateException("no request: " + identity);
        };
    }
}
