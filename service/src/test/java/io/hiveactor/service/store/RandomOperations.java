package io.hiveactor.service.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hiveactor.service.queue.Hashes;
import io.hiveactor.service.queue.Lapse;
import io.hiveactor.service.queue.LeaseRef;
import io.hiveactor.service.queue.LeaseToken;
import io.hiveactor.service.queue.MessageState;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.TopicScope;
import io.hiveactor.service.queue.Ulid;
import io.hiveactor.service.time.Clocks;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Random operations, most of them about messages that exist, and random steps of time, many of them to a due time. */
final class RandomOperations {
    private static final List<String> TOPICS = List.of("a", "a", "b", "c");
    private static final List<Ulid> CAPS = List.of(new Ulid(1, 1), new Ulid(1, 1), new Ulid(2, 2));

    private final SplittableRandom random;
    private final Model model;
    private final Clocks clocks;
    /** Leases seen, so that old tokens are shown again. */
    private final List<LeaseRef> oldLeases = new ArrayList<>();

    RandomOperations(SplittableRandom random, Model model, Clocks clocks) {
        this.random = random;
        this.model = model;
        this.clocks = clocks;
    }

    /** How far time goes: not at all, a bit, to a time at which something ends, or a day. */
    long step(TestRules rules, long nowMs) {
        List<Long> times = new ArrayList<>(model.keyExpiries().toList());
        for (Model.Message m : model.messages) {
            times.add(m.dueMs);
            times.add(m.ageMs + rules.toRules().of(m.topic).readyMs());
            times.add(m.deadMs + rules.toRules().of(m.topic).deadMs());
        }
        times.removeIf(ms -> ms <= nowMs);
        return switch (random.nextInt(20)) {
            case 0, 1, 2, 3, 4 -> 0;
            case 5, 6, 7, 8, 9 -> random.nextInt(30);
            case 10 -> 500;
            case 11 -> random.nextInt(3) == 0 ? 86_400_000L : 1;
            default -> times.isEmpty() ? 1 : Math.max(0, pick(times) - nowMs - random.nextInt(2));
        };
    }

    Operation next() {
        for (Model.Message m : model.messages) {
            if (m.token != null && random.nextInt(4) == 0) {
                oldLeases.add(new LeaseRef(m.id, m.token));
            }
        }
        return switch (random.nextInt(40)) {
            case 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 -> send();
            case 11, 12, 13, 14, 15, 16, 17, 18 -> receive();
            case 19, 20, 21 -> ack();
            case 22, 23, 24, 25, 26 -> nack();
            case 27, 28 -> extend();
            case 29 -> new Operation.GiveBack(someLeases());
            case 30 -> new Operation.ListDead(topic(), 0, 1 + random.nextInt(3));
            case 31 -> new Operation.ReadDead(someId(), scope());
            case 32, 33 -> settleDead();
            case 34 -> random.nextInt(4) == 0 ? new Operation.PurgeTopic(topic(), 0, 1_000) : new Operation.Sweep();
            case 35 -> new Operation.ListTopics(random.nextBoolean() ? "" : "a", 1 + random.nextInt(3), scope());
            case 36 -> new Operation.ReadStats(topic());
            case 37 -> revocation();
            case 38 -> new Operation.Retain(0);
            default -> random.nextInt(4) == 0 ? new Operation.Scrub(0, 1_000) : new Operation.Retain(0);
        };
    }

    private <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private String topic() {
        return pick(TOPICS);
    }

    private TopicScope scope() {
        String hidden = random.nextInt(10) == 0 ? topic() : "";
        return topic -> !topic.equals(hidden);
    }

    private Operation.Send send() {
        String topic = topic();
        String key = "k" + random.nextInt(30);
        String payload = random.nextInt(10) == 0 ? "other" : "p" + key.repeat(key.length() % 3);
        String partition = random.nextBoolean() ? null : "p" + random.nextInt(4);
        Operation.Send send =
                Requests.send(topic, key, payload, partition, random.nextInt(3) == 0 ? random.nextInt(60) : 0);
        if (random.nextInt(12) == 0) { // as if it had been damaged in the store
            boolean isPayload = random.nextBoolean();
            send = new Operation.Send(
                    topic, key, send.payload(), isPayload ? Hashes.of("x".getBytes(UTF_8)) : send.payloadHash(),
                    send.attrs(), partition, send.delayMs(), send.corrId(), null, send.ts(), send.wallMs(),
                    isPayload ? send.chain() : Hashes.of("y".getBytes(UTF_8)), false);
        }
        return random.nextInt(4) == 0 ? Requests.refusingDuplicates(send) : send;
    }

    private Operation.Receive receive() {
        return new Operation.Receive(
                topic(),
                random.nextInt(3) == 0 ? "p" + random.nextInt(4) : null,
                1 + random.nextInt(40),
                1 + random.nextInt(5),
                random.nextInt(3) == 0 ? 1 + random.nextInt(60) : 1_000_000,
                pick(CAPS),
                random.nextInt(4) == 0 ? someLeases() : List.of());
    }

    private List<LeaseRef> someLeases() {
        List<LeaseRef> leases = new ArrayList<>();
        for (Model.Message m : model.messages) {
            if (m.token != null && random.nextInt(3) == 0) {
                leases.add(new LeaseRef(m.id, m.token));
            }
        }
        if (!oldLeases.isEmpty()) {
            LeaseRef old = pick(oldLeases);
            if (!leases.contains(old)) {
                leases.add(old);
            }
        }
        return leases;
    }

    /** Mostly a message that is leased now. */
    private Ulid someId() {
        List<Model.Message> leased =
                model.messages.stream().filter(m -> m.state == MessageState.LEASED).toList();
        if (!leased.isEmpty() && random.nextInt(4) != 0) {
            return pick(leased).id;
        }
        if (!oldLeases.isEmpty() && random.nextInt(3) == 0) {
            return pick(oldLeases).id();
        }
        return model.messages.isEmpty() || random.nextInt(10) == 0 ? new Ulid(0, 5L << 28) : pick(model.messages).id;
    }

    private LeaseToken tokenOf(Ulid id) {
        if (!oldLeases.isEmpty() && random.nextInt(10) == 0) {
            return pick(oldLeases).token();
        }
        for (Model.Message m : model.messages) {
            if (m.id.equals(id) && m.token != null) {
                return m.token;
            }
        }
        return new LeaseToken(1, 1);
    }

    private Operation.Caller caller() {
        Lapse lapse = random.nextInt(6) == 0 ? pick(List.of(Lapse.values())) : Lapse.NONE;
        return new Operation.Caller(pick(CAPS), scope(), lapse);
    }

    private Operation.Ack ack() {
        Ulid id = someId();
        return new Operation.Ack(id, random.nextInt(4) == 0 ? null : tokenOf(id), caller());
    }

    private Operation.Nack nack() {
        Ulid id = someId();
        boolean isDead = random.nextInt(5) == 0;
        Long delayMs = random.nextInt(3) == 0 ? null : Long.valueOf(random.nextInt(3) == 0 ? random.nextInt(50) : 0);
        return new Operation.Nack(
                id, random.nextInt(4) == 0 ? null : tokenOf(id), caller(), random.nextBoolean() ? "reason" : null,
                isDead ? null : delayMs, isDead);
    }

    private Operation.Extend extend() {
        Ulid id = someId();
        return new Operation.Extend(id, tokenOf(id), caller(), random.nextInt(3) == 0 ? 0 : random.nextInt(150));
    }

    private Operation.SettleDead settleDead() {
        List<Ulid> ids = null;
        if (random.nextBoolean()) {
            ids = new ArrayList<>();
            for (int i = random.nextInt(3); i >= 0; i--) {
                ids.add(someId());
            }
        }
        return new Operation.SettleDead(topic(), ids, 0, 1 + random.nextInt(4), random.nextInt(3) == 0);
    }

    private Operation revocation() {
        return switch (random.nextInt(3)) {
            case 0 -> new Operation.RevokeCapability(new Ulid(0, random.nextInt(4)), clocks.wallMillis() + random.nextInt(99));
            case 1 -> new Operation.RevokeKey("k" + random.nextInt(2), random.nextInt(5));
            default -> new Operation.ListRevocations(clocks.wallMillis());
        };
    }
}
