package io.hiveactor.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each contestant of the group channels, small: twice every reader gets what was sent, and it closes. */
@Timeout(value = 30, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ChannelContestantTest {
    private static final int MESSAGES = 10 * ChannelSystem.ROOM;

    @ParameterizedTest
    @ValueSource(strings = {
        "channel-send-receive", "channel-cross", "channel-fan-out-8", "channel-tap", "channel-send", "channel-send-tapped"
    })
    void everyReaderOfEverySystemGetsWhatWasSent(String workload) throws InterruptedException {
        for (Entry entry : new Catalog(10).entries(workload)) {
            try (Contestant contestant = entry.start().get()) {
                assertTrue(contestant.run(MESSAGES) > 0, entry.system()); // throws where a message is not the one sent
                assertTrue(contestant.run(MESSAGES) > 0, entry.system());
            }
        }
    }

    @Test
    void everySystemTellsHowMuchItsTapHasSeen() throws InterruptedException {
        for (Entry entry : new Catalog(10).entries("channel-tap")) {
            try (Contestant contestant = entry.start().get()) {
                contestant.run(MESSAGES);
                double percent = contestant.figures().getOrDefault("tappedPercent", 0.0);

                assertTrue(percent >= 100.0 * ChannelSystem.ROOM / MESSAGES, entry.system() + " " + percent);
                assertTrue(percent <= 100, entry.system() + " " + percent);
            }
        }
    }

    @Test
    void aTapAccountsForWhatItHasMissed() {
        var count = new TapCount();
        count.missed(30);

        assertEquals(40, count.seen(10));
        assertEquals(Map.of("tappedPercent", 25.0), count.figures());
    }

    @Test
    void aMessageReadsLikeNoOtherThatCouldBeInTheChannelBesides() {
        for (int i = 0; i < MESSAGES; i++) {
            assertEquals(64, Parcels.at(i).length);
            assertTrue(Parcels.isAt(i, Parcels.at(i)));
            for (int later = 1; later <= ChannelSystem.ROOM; later++) {
                assertFalse(Parcels.isAt(i, Parcels.at(i + later)), i + " and " + later + " later");
            }
        }
    }

    @Test
    void aRoundEndsWhenEveryReaderHasComeIn() throws InterruptedException {
        var finish = new Finish(2);
        for (int round = 0; round < 2; round++) {
            finish.expect(10);
            finish.arrive(10);
            Thread.ofVirtual().start(() -> finish.arrive(10));
            finish.awaitAll();
        }
    }

    @Test
    void aRoundFailsInWhichAReaderGotSomethingElse() {
        var finish = new Finish(2);
        finish.expect(10);
        finish.arrive(10);
        finish.arrive(9);

        var failure = assertThrows(IllegalStateException.class, finish::awaitAll);
        assertEquals("messages came wrong: 19 of 20 are those that were sent", failure.getMessage());
    }
}
