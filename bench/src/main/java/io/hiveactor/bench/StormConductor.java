package io.hiveactor.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Gets storms ready and lets them break loose, one after another; the same for all systems.
 *
 * <p><b>Threads:</b> owner only, the conductor's actor; but for {@link #isLast}.
 *
 * @param <A> how the system refers to an actor
 */
final class StormConductor<A> {
    /** What the conductor's actor can do. */
    interface Stage<A> {
        /** Spawns an actor that ends at its first message. */
        A spawnVictim();

        /** Spawns an actor that ties itself to whom it is sent, and counts itself both then and at that one's end. */
        A spawnMourner();

        void tell(A actor, Object message);

        /** Lets the referee know that an order is carried out. */
        void end() throws InterruptedException;
    }

    /** What the last of a crowd tells the conductor. */
    static final Object ALL_CAME = new Object();

    private static final Object END = new Object();

    private final Stage<A> stage;
    private final List<List<A>> crowds = new ArrayList<>();
    private final List<A> victims = new ArrayList<>();
    private final AtomicInteger missing = new AtomicInteger();
    private boolean isAssembling;
    private int storms;
    private int begun;

    StormConductor(Stage<A> stage) {
        this.stage = stage;
    }

    /** By a mourner that has tied itself or been told: whether it is the last one of its crowd. Any thread. */
    boolean isLast() {
        return missing.decrementAndGet() == 0;
    }

    /** An order, or ALL_CAME. */
    void onMessage(Object message) throws InterruptedException {
        if (message instanceof LinkStorm.Assembly assembly) {
            isAssembling = true;
            begin(assembly.storms());
            victims.clear();
        } else if (message instanceof Integer wanted) {
            isAssembling = false;
            begin(wanted);
        } else if (missing.get() != 0) {
            throw new IllegalStateException("somebody was told twice, or late: " + missing);
        }
        if (begun == storms) {
            stage.end();
        } else {
            next();
        }
    }

    private void begin(int wanted) {
        storms = wanted;
        begun = 0;
    }

    private void next() {
        int index = begun++;
        missing.set(LinkStorm.CROWD);
        if (isAssembling) {
            A victim = stage.spawnVictim();
            victims.add(victim);
            crowd(index).forEach(mourner -> stage.tell(mourner, victim));
        } else {
            stage.tell(victims.get(index), END);
        }
    }

    private List<A> crowd(int index) {
        if (index == crowds.size()) {
            crowds.add(Stream.generate(stage::spawnMourner).limit(LinkStorm.CROWD).toList());
        }
        return crowds.get(index);
    }
}
