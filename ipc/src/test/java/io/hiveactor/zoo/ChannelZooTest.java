package io.hiveactor.zoo;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hiveactor.ipc.channel.ChannelModes;
import io.hiveactor.ipc.channel.ChannelStatus;
import io.hiveactor.runtime.diagnosis.Deadlock.Kind;

/** Deadlocks of those who wait for channels. */
class ChannelZooTest extends ChannelCage {
    @InCages
    void twoSendersWaitForEachOthersRoom(Cage cage) {
        open(cage);
        actor("a", (self, ipc) -> {
            reader(of(self), "app:x");
            int out = full(of(self), "app:y");
            self.sleep(ofMillis(1));
            return of(self).send(out, message(), FOREVER);
        });
        actor("b", (self, ipc) -> {
            reader(of(self), "app:y");
            int out = full(of(self), "app:x");
            self.sleep(ofMillis(1));
            return of(self).send(out, message(), FOREVER);
        });
        noDeadlock();

        pass(ofMillis(1));
        deadlock(Kind.CYCLE, "a -> b -> a", "a waits for room on app:y, from b", "b waits for room on app:x, from a");
    }

    @InCages
    void twoReceiversWaitForEachOthersMessages(Cage cage) {
        open(cage);
        actor("a", (self, ipc) -> {
            writer(of(self), "app:y");
            int in = reader(of(self), "app:x");
            self.sleep(ofMillis(1));
            return of(self).receive(in, message(), FOREVER);
        });
        actor("b", (self, ipc) -> {
            writer(of(self), "app:x");
            int in = reader(of(self), "app:y");
            self.sleep(ofMillis(1));
            return of(self).receive(in, message(), FOREVER);
        });
        pass(ofMillis(1));

        deadlock(Kind.CYCLE, "a -> b -> a", "a waits for a message on app:x, from b",
                "b waits for a message on app:y, from a");
        deathOf("a"); // then nobody can send, and b is idle
    }

    @InCages
    void theReaderAsksTheSenderThatWaitsForItsRoom(Cage cage) {
        open(cage);
        actor("a", (self, ipc) -> {
            int out = full(of(self), "app:x");
            self.sleep(ofMillis(1));
            return of(self).send(out, message(), FOREVER);
        });
        actor("b", (self, ipc) -> {
            reader(of(self), "app:x");
            return ipc.request(id("a"), 0, "?");
        });
        pass(ofMillis(1));

        deadlock(Kind.CYCLE, "a -> b -> a", "a waits for room on app:x, from b", "b waits for the answer of a");
        deathOf("a", "b: CLOSED");
    }

    @InCages
    void nobodyHasTheChannelOpenToReadIt(Cage cage) {
        open(cage);
        actor("a", (self, ipc) -> {
            int out = full(of(self), "app:x");
            return of(self).send(out, message(), FOREVER);
        });

        deadlock(Kind.NOBODY_LEFT, "", "a waits for room on app:x, which no actor has open");
        deathOf("a");
    }

    @InCages
    void itsOnlyReaderIsTheSenderItself(Cage cage) {
        open(cage);
        actor("a", (self, ipc) -> {
            int out = full(of(self), "app:x");
            reader(of(self), "app:x");
            return of(self).send(out, message(), FOREVER);
        });

        deadlock(Kind.NOBODY_LEFT, "", "a waits for room on app:x, which no actor has open");
    }

    @InCages
    void aSlowReaderOfABlockingFanOutAsksTheSender(Cage cage) {
        open(cage);
        actor("a", (self, ipc) -> {
            int out = bound(of(self), "app:x", ChannelModes.FANOUT | ChannelModes.FANOUT_BLOCK, ChannelModes.WRONLY);
            self.sleep(ofMillis(1));
            assertEquals(ChannelStatus.OK, of(self).send(out, message()));
            return of(self).send(out, message(), FOREVER);
        });
        actor("b", (self, ipc) -> {
            bound(of(self), "app:x", ChannelModes.FANOUT | ChannelModes.FANOUT_BLOCK, ChannelModes.RDONLY);
            return ipc.request(id("a"), 0, "?");
        });
        pass(ofMillis(1));

        deadlock(Kind.CYCLE, "a -> b -> a", "a waits for room on app:x, from b", "b waits for the answer of a");
        deathOf("a", "b: CLOSED");
    }

    @InCages
    void aSelectOverChannelsWhoseSendersAreStuck(Cage cage) {
        open(cage);
        actor("a", (self, ipc) -> {
            var x = of(self).source(reader(of(self), "app:x"));
            var y = of(self).source(reader(of(self), "app:y"));
            self.sleep(ofMillis(1));
            return ipc.select(x, y);
        });
        actor("b", (self, ipc) -> {
            writer(of(self), "app:x");
            writer(of(self), "app:y");
            return ipc.request(id("a"), 0, "?");
        });
        pass(ofMillis(1));

        deadlock(Kind.CYCLE, "a -> b -> a",
                "a waits for the first of [a message on app:x, from b, a message on app:y, from b]",
                "b waits for the answer of a");
        deathOf("b");
    }

    @InCages
    void aRingOfAMessageRoomAndAnAnswer(Cage cage) {
        open(cage);
        actor("a", (self, ipc) -> {
            int in = reader(of(self), "app:x");
            self.sleep(ofMillis(1));
            return of(self).receive(in, message(), FOREVER);
        });
        actor("b", (self, ipc) -> {
            writer(of(self), "app:x");
            int out = full(of(self), "app:y");
            self.sleep(ofMillis(1));
            return of(self).send(out, message(), FOREVER);
        });
        actor("c", (self, ipc) -> {
            reader(of(self), "app:y");
            return ipc.request(id("a"), 0, "?");
        });
        pass(ofMillis(1));

        deadlock(Kind.CYCLE, "a -> b -> c -> a", "a waits for a message on app:x, from b",
                "b waits for room on app:y, from c", "c waits for the answer of a");
    }
}
