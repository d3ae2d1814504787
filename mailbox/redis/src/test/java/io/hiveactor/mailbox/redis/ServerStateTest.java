package io.hiveactor.mailbox.redis;

import static io.hiveactor.mailbox.redis.Boxes.LONG;
import static io.hiveactor.mailbox.redis.Boxes.bodies;
import static io.hiveactor.mailbox.redis.Boxes.config;
import static io.hiveactor.mailbox.redis.Boxes.newName;
import static io.hiveactor.mailbox.redis.Boxes.open;
import static io.hiveactor.mailbox.redis.Boxes.receiveOne;
import static io.hiveactor.mailbox.redis.Boxes.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Codec;
import io.hiveactor.mailbox.Delivery;
import io.lettuce.core.Range;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a mailbox keeps on the server, and by which clock. */
@Timeout(60)
class ServerStateTest {
    private final OneServer redis = OneServer.shared();
    private final RedisCommands<String, String> commands = redis.commands();
    private final String name = newName();
    private final String pending = "{queue:" + name + "}:pending";
    private final String invisible = "{queue:" + name + "}:invisible";
    private final String data = "{queue:" + name + "}:data";
    private final String meta = "{queue:" + name + "}:meta";
    private final RedisMailbox<String, String> mailbox = open(redis.backend, name);

    @AfterEach
    void close() {
        mailbox.close();
    }

    private Instant serverTime() {
        List<String> time = commands.time();
        return Instant.ofEpochSecond(Long.parseLong(time.get(0))).plus(Long.parseLong(time.get(1)), ChronoUnit.MICROS);
    }

    private long serverMicros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, serverTime());
    }

    @Test
    void aVisibleMessageIsAnIdInPendingWithItsBodyAndItsTime() {
        Instant before = serverTime();
        String id = send(mailbox, "hello");
        assertEquals(List.of(id), commands.lrange(pending, 0, -1));
        assertEquals(Map.of(id, "hello"), commands.hgetall(data));
        assertEquals(Set.of(id + ":enqueued"), commands.hgetall(meta).keySet());
        long enqueued = Long.parseLong(commands.hget(meta, id + ":enqueued"));
        Instant at = Instant.EPOCH.plus(enqueued, ChronoUnit.MICROS);
        assertTrue(!at.isBefore(before) && !at.isAfter(serverTime()), at + " is not by the server's clock");
    }

    @Test
    void aLeasedMessageIsAnIdInInvisibleWithItsHandleCountOrderAndAddress() throws Exception {
        var replies = open(redis.backend, "replies");
        var _ = mailbox.send("hello", replies);
        var got = receiveOne(mailbox, LONG);
        assertEquals(0, commands.llen(pending));
        assertEquals(List.of(got.id()), commands.zrange(invisible, 0, -1));
        Map<String, String> kept = commands.hgetall(meta);
        assertEquals("1", kept.get(got.id() + ":count"));
        assertEquals("1", kept.get(got.id() + ":order"));
        assertEquals("replies", kept.get(got.id() + ":reply_to"));
        assertEquals(got.receipt(), name + "/" + got.id() + "/" + kept.get(got.id() + ":handle"));
    }

    @Test
    void allKeysOfAQueueHaveOneSlot() throws Exception {
        send(mailbox, "a");
        send(mailbox, "b");
        receiveOne(mailbox, LONG);
        Set<String> keys = new TreeSet<>(commands.keys("*" + name + "*"));
        assertTrue(keys.containsAll(Set.of(pending, invisible, data, meta)), "keys: " + keys);
        assertEquals(1, keys.stream().map(SlotHash::getSlot).distinct().count());
    }

    @Test
    void whatIsAcknowledgedLeavesNothingBehindButTheMemoryOfTheCalls() throws Exception {
        send(mailbox, "a");
        assertEquals(AckStatus.DONE, receiveOne(mailbox, LONG).acknowledge());
        List<String> keys = commands.keys("*" + name + "*");
        assertTrue(keys.stream().allMatch(each -> each.startsWith("{queue:" + name + "}:call:")), "keys: " + keys);
        assertTrue(keys.stream().allMatch(each -> commands.pttl(each) > 0), "kept for ever: " + keys);
    }

    @Test
    void ofWhatIsAcknowledgedNothingIsKeptBesideTheOthers() throws Exception {
        send(mailbox, "a");
        String left = send(mailbox, "b");
        assertEquals(AckStatus.DONE, receiveOne(mailbox, LONG).acknowledge());
        assertEquals(Map.of(left, "b"), commands.hgetall(data));
        assertEquals(Set.of(left + ":enqueued", "flights"), commands.hgetall(meta).keySet());
    }

    @Test
    void whenALeaseHasEndedItsHandleIsGone() throws Exception {
        send(mailbox, "a");
        var late = receiveOne(mailbox, Duration.ZERO);
        assertEquals(AckStatus.LEASE_ENDED, late.extend(LONG));
        assertEquals(List.of(late.id()), commands.lrange(pending, 0, -1));
        assertEquals(Set.of(late.id() + ":count", late.id() + ":enqueued", "flights"), commands.hgetall(meta).keySet());
    }

    @Test
    void everyCallThatChangesSomethingLetsTheKeysLiveOn() throws Exception {
        List<Step> steps = List.of(
                () -> send(mailbox, "more"),
                () -> receiveOne(mailbox, LONG),
                () -> assertEquals(AckStatus.DONE, receiveOne(mailbox, LONG).extend(LONG)),
                () -> assertEquals(AckStatus.DONE, receiveOne(mailbox, LONG).nack()),
                () -> assertEquals(AckStatus.DONE, receiveOne(mailbox, LONG).acknowledge()));
        for (int i = 0; i < 9; i++) {
            send(mailbox, "m" + i);
        }
        receiveOne(mailbox, LONG);
        for (Step step : steps) {
            for (String key : List.of(pending, invisible, data, meta)) {
                commands.pexpire(key, 60_000);
            }
            step.run();
            for (String key : List.of(pending, invisible, data, meta)) {
                long days = Duration.ofMillis(commands.pttl(key)).plusMinutes(1).toDays();
                assertEquals(3, days, "step " + steps.indexOf(step) + " left " + key);
            }
        }
    }

    private interface Step {
        void run() throws Exception;
    }

    @Test
    void byDefaultTheKeysLiveForever() throws Exception {
        var lasting = new RedisMailbox<>(redis.backend, RedisConfig.named(newName(), Codec.text(), Codec.text()));
        send(lasting, "a");
        receiveOne(lasting, LONG);
        assertEquals(-1, commands.ttl("{queue:" + lasting.name() + "}:data"));
        assertEquals(1L, lasting.purge());
    }

    private List<Long> ttlDays() {
        return Stream.of(pending, invisible, data, meta).map(each -> commands.pttl(each))
                .map(millis -> millis < 0 ? millis : Duration.ofMillis(millis).toDays()).toList();
    }

    @Test
    void whoKeepsItsKeysForEverKeepsThoseThatAnotherHasMade() throws Exception {
        var lasting = new RedisMailbox<>(redis.backend, config(name).withKeyTtl(null));
        var _ = mailbox.sendAll(List.of("a", "b"));
        receiveOne(mailbox, LONG);
        assertEquals(List.of(3L, 3L, 3L, 3L), ttlDays());
        send(lasting, "c");
        assertEquals(List.of(-1L, -1L, -1L, -1L), ttlDays());
        send(mailbox, "d");
        assertEquals(List.of(-1L, -1L, -1L, -1L), ttlDays());
    }

    @Test
    void theLongestTtlOfAllWhoUseAQueueCounts() throws Exception {
        var hasty = new RedisMailbox<>(redis.backend, config(name).withKeyTtl(Duration.ofMinutes(1)));
        send(mailbox, "a");
        receiveOne(mailbox, LONG);
        send(hasty, "b"); // makes a key, of which nobody has said yet how long it lives
        assertEquals(List.of(3L, 3L, 3L, 3L), ttlDays());
        assertEquals("b", receiveOne(hasty, Duration.ZERO).body());
        assertEquals(1, hasty.receive(10, LONG, Duration.ZERO).size());
        send(hasty, "c");
        assertEquals(List.of(3L, 3L, 3L, 3L), ttlDays());
    }

    @Test
    void whatComesBackIsNoNewQueueThatLivesAsLongAsItsCallerLikes() throws Exception {
        var hasty = new RedisMailbox<>(redis.backend, config(name).withKeyTtl(Duration.ofMinutes(1)));
        send(mailbox, "a");
        receiveOne(mailbox, Duration.ZERO);
        send(hasty, "b"); // and so finds that the lease of the first has ended
        assertEquals(List.of(3L, -2L, 3L, 3L), ttlDays());
    }

    @Test
    void aLeaseEndsByTheServersClockToTheMicrosecond() throws Exception {
        send(mailbox, "a");
        long before = serverMicros();
        var got = receiveOne(mailbox, Duration.ofNanos(1_000_000_001));
        long after = serverMicros();
        double ends = commands.zscore(invisible, got.id());
        assertTrue(before + 1_000_001 <= ends && ends <= after + 1_000_001, before + " " + ends + " " + after);
    }

    @Test
    void aTimeIsAtLeastAsManyMicrosecondsAsItIsLongAndAtMostWhatTheServerCounts() {
        assertEquals("0", RedisQueue.micros(Duration.ZERO));
        assertEquals("1", RedisQueue.micros(Duration.ofNanos(1)));
        assertEquals("1000001", RedisQueue.micros(Duration.ofNanos(1_000_000_001)));
        assertEquals("9007199253999999", RedisQueue.micros(Duration.ofSeconds(9_007_199_253L, 999_999_000)));
        assertEquals("9007199254740992", RedisQueue.micros(Duration.ofSeconds(9_007_199_254L)));
        assertEquals("9007199254740992", RedisQueue.micros(Duration.ofSeconds(Long.MAX_VALUE, 999_999_999)));
    }

    @Test
    void aLeaseBeyondWhatTheServerCountsLastsAsLongAsItCan() throws Exception {
        send(mailbox, "a");
        var got = receiveOne(mailbox, Duration.ofSeconds(Long.MAX_VALUE));
        assertEquals(9007199254740992d, commands.zscore(invisible, got.id()));
        assertEquals(AckStatus.DONE, got.extend(Duration.ofDays(365_000)));
        assertEquals(List.of(), mailbox.receive(1, LONG, Duration.ofMillis(1)));
        assertEquals(AckStatus.DONE, got.nack(Duration.ofSeconds(Long.MAX_VALUE, 999_999_999)));
        assertEquals(1, mailbox.approximateCount());
    }

    @Test
    void equalLeaseEndsComeBackInTheOrderTheyWentInFlight() throws Exception {
        List<String> sent = IntStream.range(0, 30).mapToObj(i -> "m" + i).toList();
        var _ = mailbox.sendAll(sent);
        List<Delivery<String, String>> held = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            held.addAll(mailbox.receive(10, LONG, Duration.ZERO));
        }
        Collections.shuffle(held); // which ends are written last does not matter
        for (var each : held) {
            commands.zadd(invisible, 1_000, each.id());
        }
        List<String> back = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            back.addAll(bodies(mailbox.receive(10, LONG, Duration.ZERO)));
        }
        assertEquals(sent, back);
    }

    @Test
    void aReceiptIsRefusedFromItsLeaseEndOnAlsoIfTheMessageWasNotMovedYet() throws Exception {
        int many = 1_200; // more than one call moves
        var _ = mailbox.sendAll(IntStream.range(0, many).mapToObj(i -> "m" + i).toList());
        List<Delivery<String, String>> held = new ArrayList<>();
        while (held.size() < many) {
            held.addAll(mailbox.receive(10, LONG, Duration.ZERO));
        }
        for (var each : held) {
            commands.zadd(invisible, 1_000 + held.indexOf(each), each.id());
        }
        var last = held.getLast();
        assertEquals(AckStatus.LEASE_ENDED, last.acknowledge());
        assertTrue(commands.zcard(invisible) >= many - 500, "too many were moved in one call");
        assertEquals(AckStatus.LEASE_ENDED, last.extend(LONG));
        assertEquals(many, mailbox.approximateCount());
        List<String> back = new ArrayList<>();
        for (int i = 0; i < many / 10; i++) {
            back.addAll(bodies(mailbox.receive(10, LONG, Duration.ZERO)));
        }
        assertEquals(bodies(held), back);
    }

    @Test
    void aBatchIsOneCallAndSoAreManySendsAndManyAcknowledges() throws Exception {
        long before = redis.scriptCalls();
        var _ = mailbox.sendAll(IntStream.range(0, 10).mapToObj(i -> "m" + i).toList());
        var batch = mailbox.receive(10, LONG, Duration.ZERO);
        assertEquals(10, batch.size());
        assertEquals(Collections.nCopies(10, AckStatus.DONE), mailbox.acknowledgeAll(batch));
        long calls = redis.scriptCalls() - before;
        assertTrue(calls >= 3 && calls <= 6, "calls: " + calls); // up to three of them with the script's text
        assertTrue(batch.stream().allMatch(Delivery::isFinalized));
        assertEquals(Collections.nCopies(10, AckStatus.LEASE_ENDED), mailbox.acknowledgeAll(batch));
    }

    @Test
    void manyAcknowledgesAreSeveralCallsSoThatNoneHoldsTheServerUp() throws Exception {
        var _ = mailbox.sendAll(IntStream.range(0, 230).mapToObj(i -> "m" + i).toList());
        List<Delivery<String, String>> held = new ArrayList<>();
        while (held.size() < 230) {
            held.addAll(mailbox.receive(10, LONG, Duration.ZERO));
        }
        assertEquals(AckStatus.DONE, held.remove(229).acknowledge()); // so that the server has the script
        long before = redis.scriptCalls();
        assertEquals(Collections.nCopies(229, AckStatus.DONE), mailbox.acknowledgeAll(held));
        assertEquals(3, redis.scriptCalls() - before);
    }

    @Test
    void anIdWithoutABodyIsDroppedAndTheNextIsDelivered() throws Exception {
        String gone = send(mailbox, "gone");
        send(mailbox, "there");
        commands.hdel(data, gone);
        assertEquals("there", receiveOne(mailbox, LONG).body());
        assertEquals(1, mailbox.approximateCount());
        assertTrue(commands.hkeys(meta).stream().noneMatch(each -> each.startsWith(gone)));
    }

    @Test
    void aPurgeLeavesNoneOfTheFourKeys() throws Exception {
        send(mailbox, "a");
        send(mailbox, "b");
        receiveOne(mailbox, LONG);
        assertEquals(2, mailbox.purge());
        assertEquals(0, commands.exists(pending, invisible, data, meta));
    }

    @Test
    void whatIsInFlightIsScoredAndNothingElse() throws Exception {
        send(mailbox, "a");
        var got = receiveOne(mailbox, LONG);
        assertEquals(AckStatus.DONE, got.nack(LONG));
        assertEquals(1, commands.zcount(invisible, Range.unbounded()));
        assertEquals(null, commands.hget(meta, got.id() + ":handle"));
    }
}
