package io.hiveactor.runtime;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.fiber.CarriedFiber;
import io.hiveactor.runtime.fiber.Fiber;

/**
 * The platform thread of one shard in mode OWN_CARRIER. Between fibers it takes no lock, loads nothing, logs nothing
 * and calls no user code: a fiber that is set aside may hold what it would need.
 */
final class Carrier implements Runnable {
    private final Shard shard;

    Carrier(Shard shard) {
        this.shard = shard;
    }

    static void start(Shard shard, HiveConfig config) {
        var thread = new Thread(
                null, new Carrier(shard), config.name() + "-shard-" + shard.index, config.stackSize(), false);
        thread.setDaemon(true);
        shard.carriedBy(thread);
        thread.start();
    }

    @Override
    public void run() {
        while (runOne()) {
            restIfSaid();
        }
    }

    /** Also if the bell was rung meanwhile, so that whoever looked has seen it idle, and is told that it is not. */
    void restIfSaid() {
        if (shard.rest.hasBegun()) {
            shard.rest.sleep();
        }
    }

    /** Runs the fiber whose turn it is until it leaves; false once the shard has ended. */
    @CanIgnoreReturnValue
    boolean runOne() {
        Fiber fiber = shard.choose();
        if (fiber == null) {
            return false;
        }
        shard.left(fiber, ((CarriedFiber) fiber).mount());
        return true;
    }
}
