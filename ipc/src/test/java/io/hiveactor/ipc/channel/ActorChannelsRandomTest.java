package io.hiveactor.ipc.channel;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.testkit.TestRuntime;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/** Many random systems of actors with channels; a failing one prints its seed, {@code -Dhive.seed=} runs it alone. */
class ActorChannelsRandomTest {
    private static final int SEEDS = Integer.getInteger("hive.proof.seeds", 500);

    @Test
    void nothingIsLostAndNobodyWaitsInVain() {
        boolean isReplay = Long.getLong(TestRuntime.SEED_PROPERTY) != null;
        long first = TestRuntime.freshSeed();
        long timeouts = 0;
        long received = 0;
        long deadlocks = 0;
        long selects = 0;
        for (int i = 0; i < (isReplay ? 1 : SEEDS); i++) {
            ChannelSystem system;
            try {
                system = new ChannelSystem(first + i);
                system.run();
            } catch (Throwable e) {
                throw new AssertionError("seed " + (first + i), e);
            }
            timeouts += sum(system, diary -> diary.timeouts);
            deadlocks += sum(system, diary -> diary.deadlocks);
            selects += sum(system, diary -> diary.selects);
            received += sum(system, diary -> diary.readings.stream().mapToLong(reading -> reading.got.size()).sum());
        }
        // or it would prove nothing
        assertTrue(isReplay || (timeouts > SEEDS && received > 5L * SEEDS && selects > SEEDS && deadlocks > SEEDS / 50),
                timeouts + " timeouts, " + received + " received, " + selects + " selects, "
                        + deadlocks + " deadlocks");
    }

    private static long sum(ChannelSystem system, ToLongFunction<Diary> number) {
        return system.diaries.stream().mapToLong(number).sum();
    }
}
