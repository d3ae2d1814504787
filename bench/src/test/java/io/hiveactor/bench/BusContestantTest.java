package io.hiveactor.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each contestant of the group bus, small: twice every subscriber gets what was published, and it closes. */
@Timeout(value = 30, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BusContestantTest {
    private static final int ENTRIES = 4 * BusSystem.ROOM + 1;

    @ParameterizedTest
    @ValueSource(strings = {"bus-publish-1", "bus-publish-8", "bus-cross-shard"})
    void everySubscriberOfEverySystemGetsWhatWasPublished(String workload) throws InterruptedException {
        for (Entry entry : new Catalog(10).entries(workload)) {
            try (Contestant contestant = entry.start().get()) {
                for (int round = 0; round < 2; round++) {
                    contestant.prepare(ENTRIES);
                    assertTrue(contestant.run(ENTRIES) > 0, entry.system()); // throws where an entry is lost
                }
            }
        }
    }

    @Test
    void eightSubscribersShowWhatADeliveryTakes() throws InterruptedException {
        for (Entry entry : new Catalog(10).entries("bus-publish-8")) {
            try (Contestant contestant = entry.start().get()) {
                contestant.prepare(ENTRIES);
                long nanos = contestant.run(ENTRIES);

                assertEquals(nanos / 8.0 / ENTRIES, contestant.figures().getOrDefault("nsPerDelivery", 0.0), 0.001,
                        entry.system());
            }
        }
    }

    @Test
    void anEntryReadsLikeItsNumberAndNoOther() {
        byte[] entry = new byte[NumberedEntry.SIZE];
        NumberedEntry.number(entry, 70_000);

        assertTrue(NumberedEntry.isAt(70_000, entry));
        assertFalse(NumberedEntry.isAt(70_000 - 65_536, entry));
    }

    @Test
    void aReaderThatGetsAnEntryTwiceFailsTheRound() {
        var finish = new Finish(1);
        var reader = new EntryReader(finish);
        finish.expect(2);
        reader.expect(2);
        for (int i = 0; i < 2; i++) {
            assertEquals(i + 1, reader.read(new byte[NumberedEntry.SIZE])); // number 0 both times
            reader.endsWithLast();
        }

        var failure = assertThrows(IllegalStateException.class, finish::awaitAll);
        assertEquals("messages came wrong: 1 of 2 are those that were sent", failure.getMessage());
    }
}
