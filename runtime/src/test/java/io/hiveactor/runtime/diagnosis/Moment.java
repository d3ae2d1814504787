package io.hiveactor.runtime.diagnosis;

import java.util.Arrays;

/** How far a {@link SmallHive} has come: all that changes in it, in a form that is quick to copy and to compare. */
final class Moment {
    /**
     * How far an actor has come. A call goes on from left to right, as far as it needs that; FREE is its end. SERVING
     * is the end that work from outside brings to who is idle. Such work may never come, so nobody counts on it; but he
     * would hand it on, and so those whom he serves are as idle as he.
     */
    enum Stage { FOR_ROOM, FOR_SLOTS, FOR_ANSWER, RECEIVING, FREE, SERVING, ENDED }

    private static final Stage[] STAGES = Stage.values();
    private static final int STAGE = 0;
    private static final int MESSAGES = 1;
    private static final int KEPT = 2;
    private static final int TIMERS = 3;
    private static final int TICKET = 4;
    private static final int WIDTH = 5;

    private final byte[] cells;
    int free;
    int cached;
    int adrift;

    private Moment(byte[] cells, int free, int cached, int adrift) {
        this.cells = cells;
        this.free = free;
        this.cached = cached;
        this.adrift = adrift;
    }

    static Moment firstOf(SmallHive hive) {
        var first = new Moment(new byte[hive.size() * WIDTH], hive.free(), hive.cached(), hive.adrift());
        for (int i = 0; i < hive.size(); i++) {
            SmallHive.Member member = hive.member(i);
            first.enter(i, firstStage(member.call()));
            first.set(i, MESSAGES, member.messages());
            first.set(i, KEPT, member.kept());
            first.set(i, TIMERS, member.timers());
            if (member.call() instanceof Call.Send send) {
                first.set(i, TICKET, (int) send.position().ticket());
            }
        }
        return first;
    }

    private static Stage firstStage(Call call) {
        return switch (call) {
            case Call.Running _ -> Stage.FREE;
            case Call.Ended _ -> Stage.ENDED;
            case Call.Send send -> send.forRoom() ? Stage.FOR_ROOM : Stage.FOR_SLOTS;
            case Call.AwaitAnswer _ -> Stage.FOR_ANSWER;
            case Call.Receive _ -> Stage.RECEIVING;
        };
    }

    Moment copy() {
        return new Moment(cells.clone(), free, cached, adrift);
    }

    Stage stage(int identity) {
        return STAGES[get(identity, STAGE)];
    }

    boolean isFree(int identity) {
        return stage(identity) == Stage.FREE;
    }

    boolean isServing(int identity) {
        return stage(identity) == Stage.SERVING;
    }

    void enter(int identity, Stage stage) {
        set(identity, STAGE, stage.ordinal());
        set(identity, TICKET, 0);
    }

    /** Its place in the line of its priority: who came earlier has a lower one. */
    int ticket(int identity) {
        return get(identity, TICKET);
    }

    void takeTicket(int identity, int ticket) {
        set(identity, TICKET, ticket);
    }

    int messages(int identity) {
        return get(identity, MESSAGES);
    }

    void addMessages(int identity, int more) {
        set(identity, MESSAGES, get(identity, MESSAGES) + more);
    }

    int kept(int identity) {
        return get(identity, KEPT);
    }

    void addKept(int identity, int more) {
        set(identity, KEPT, get(identity, KEPT) + more);
    }

    int timers(int identity) {
        return get(identity, TIMERS);
    }

    void dropTimer(int identity) {
        set(identity, TIMERS, get(identity, TIMERS) - 1);
    }

    private int get(int identity, int what) {
        return cells[identity * WIDTH + what];
    }

    private void set(int identity, int what, int value) {
        cells[identity * WIDTH + what] = (byte) value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Moment that && Arrays.equals(cells, that.cells) && free == that.free
                && cached == that.cached && adrift == that.adrift;
    }

    @Override
    public int hashCode() {
        return ((Arrays.hashCode(cells) * 31 + free) * 31 + cached) * 31 + adrift;
    }
}
