package io.hiveactor.zoo;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hiveactor.ipc.channel.ChannelClient;
import io.hiveactor.ipc.channel.ChannelStatus;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.ExternalSource;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.MessageFilter;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.diagnosis.Deadlock.Kind;
import java.util.List;

/** What looks like a deadlock of those who wait for channels, and is none. */
class NearChannelZooTest extends ChannelCage {
    @InCages
    void oneOfTheWaitsHasAnEnd(Cage cage) {
        open(cage);
        actor("a", (self, ipc) -> {
            reader(of(self), "app:x");
            int out = full(of(self), "app:y");
            self.sleep(ofMillis(1));
            return of(self).send(out, message(), ofSeconds(5));
        });
        actor("b", (self, ipc) -> {
            int in = reader(of(self), "app:y");
            writer(of(self), "app:x");
            self.sleep(ofMillis(1));
            assertEquals(ChannelStatus.OK, of(self).receive(in, message(), FOREVER));
            assertEquals(ChannelStatus.OK, of(self).receive(in, message(), FOREVER));
            return of(self).receive(in, message(), ofSeconds(5));
        });
        actor("c", (self, ipc) -> {
            int out = full(of(self), "app:z");
            return of(self).send(out, message(), ofSeconds(7));
        });
        pass(ofMillis(1));

        noDeadlock("c");
        pass(ofSeconds(10));
        ended("a: OK", "b: TIMEOUT", "c: TIMEOUT");
    }

    @InCages
    void aTimerEndsTheSelect(Cage cage) {
        open(cage);
        actor("a", (self, ipc) -> {
            var x = of(self).source(reader(of(self), "app:x"));
            self.after(ofMillis(500));
            self.sleep(ofMillis(1));
            return ipc.select(x, MessageFilter.any().ofClass(MessageClass.TIMER));
        });
        actor("b", (self, ipc) -> {
            writer(of(self), "app:x");
            return ipc.request(id("a"), 0, "?");
        });
        pass(ofMillis(1));

        noDeadlock();
        pass(ofMillis(499));
        ended("a: received 1", "b: CLOSED");
    }

    @InCages
    void aThreadOutsideHasTheChannelOpen(Cage cage) {
        open(cage);
        int handle = reader(outside(), "app:x");
        actor("a", (self, ipc) -> {
            int out = full(of(self), "app:x");
            return of(self).send(out, message(), FOREVER);
        });

        noDeadlock();
        pass(ofHours(1));
        noDeadlock();
        assertEquals(ChannelStatus.OK, outside().receive(handle, message()));
        run();
        ended("a: OK");
        outside().close(handle);
    }

    @InCages
    void onceTheThreadOutsideHasClosedItNobodyIsLeft(Cage cage) {
        open(cage);
        int handle = reader(outside(), "app:x");
        actor("a", (self, ipc) -> {
            int out = full(of(self), "app:x");
            return of(self).send(out, message(), FOREVER);
        });
        noDeadlock();

        outside().close(handle);
        deadlock(Kind.NOBODY_LEFT, "", "a waits for room on app:x, which no actor has open");
    }

    @InCages
    void anIdleServerAtAChannel(Cage cage) {
        open(cage);
        actor("client", (self, ipc) -> {
            int out = writer(of(self), "app:requests");
            int in = reader(of(self), "app:answers");
            self.receive();
            assertEquals(ChannelStatus.OK, of(self).send(out, message()));
            return of(self).receive(in, message(), FOREVER);
        });
        actor("server", (self, ipc) -> {
            int in = reader(of(self), "app:requests");
            int out = writer(of(self), "app:answers");
            assertEquals(ChannelStatus.OK, of(self).receive(in, message(), FOREVER));
            return of(self).send(out, message(), FOREVER);
        });

        noDeadlock();
        pass(ofHours(1));
        noDeadlock();
        fill("client", 1);
        run();
        ended("client: OK", "server: OK");
    }

    @InCages
    void somebodyElseLivesAndOpensIt(Cage cage) {
        open(cage);
        actor("a", (self, ipc) -> {
            int out = full(of(self), "app:x");
            return of(self).send(out, message(), FOREVER);
        });
        actor("stranger", (self, ipc) -> {
            self.sleep(ofHours(1));
            return of(self).receive(reader(of(self), "app:x"), message());
        });

        noDeadlock();
        pass(ofHours(1));
        ended("a: OK", "stranger: OK");
    }

    @InCages
    void onceTheStrangerHasEndedNobodyIsLeft(Cage cage) {
        open(cage);
        actor("a", (self, ipc) -> {
            int out = full(of(self), "app:x");
            return of(self).send(out, message(), FOREVER);
        });
        actor("stranger", (self, ipc) -> {
            self.sleep(ofHours(1));
            return "gone";
        });
        noDeadlock();

        pass(ofHours(1));
        deadlock(Kind.NOBODY_LEFT, "", "a waits for room on app:x, which no actor has open");
    }

    @InCages
    void somebodyOutsideHasSaidThatHeMaySend(Cage cage) {
        open(cage);
        ExternalSource source = hive().expectExternal("the world");
        actor("a", (self, ipc) -> {
            int out = full(of(self), "app:x");
            return of(self).send(out, message(), FOREVER);
        });

        noDeadlock();
        pass(ofHours(1));
        noDeadlock();
        source.close();
        deadlock(Kind.NOBODY_LEFT, "", "a waits for room on app:x, which no actor has open");
    }

    /** Looked at after every step: a call on its way to the channels' shard, or back, is no wait for anybody. */
    @InCages
    void callsOnTheirWay(Cage cage) {
        open(cage);
        simulation().afterEachStep(() -> assertEquals(List.of(), hive().diagnose().deadlocks()));
        idler("first"); // so that the others are elsewhere, if there is elsewhere
        actor("ping", (self, ipc) -> {
            int in = reader(of(self), "app:x");
            int out = writer(of(self), "app:y");
            return volley(of(self), in, out);
        });
        actor("pong", (self, ipc) -> {
            int out = writer(of(self), "app:x");
            int in = reader(of(self), "app:y");
            self.yield();
            assertEquals(ChannelStatus.OK, of(self).send(out, message(), FOREVER));
            return volley(of(self), in, out);
        });

        noDeadlock();
        ended("ping: 20", "pong: 20");
        ActorId first = id("first");
        assertEquals(NotifyStatus.SENT, hive().notify(first, 1, "still there"));
    }

    private static int volley(ChannelClient me, int in, int out) {
        int rounds = 0;
        while (rounds < 20) {
            rounds++;
            assertEquals(ChannelStatus.OK, me.receive(in, message(), FOREVER));
            assertEquals(ChannelStatus.OK, me.send(out, message(), FOREVER));
        }
        return rounds;
    }
}
