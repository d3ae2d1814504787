package io.hiveactor.service.store;

import io.hiveactor.service.queue.Counts;
import io.hiveactor.service.queue.Damage;
import io.hiveactor.service.queue.DeadLetter;
import io.hiveactor.service.queue.DeadReason;
import io.hiveactor.service.queue.Digest;
import io.hiveactor.service.queue.Envelope;
import io.hiveactor.service.queue.Hashes;
import io.hiveactor.service.queue.Lapse;
import io.hiveactor.service.queue.LeaseRef;
import io.hiveactor.service.queue.LeaseToken;
import io.hiveactor.service.queue.MessageState;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Outcome;
import io.hiveactor.service.queue.Refusal;
import io.hiveactor.service.queue.Rules;
import io.hiveactor.service.queue.TopicStats;
import io.hiveactor.service.queue.Ulid;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The rules of sections 5, 6 and 11 read a second time: lists, maps and loops, nothing of the store and nothing of its
 * transitions. It follows a store batch by batch, takes over what the store draws at random, and throws where the store
 * answers something else.
 */
final class Model {
    private static final long HOUR_MS = 3_600_000;

    /** One message. */
    static final class Message {
        Ulid id;
        String topic;
        int shard;
        Operation.Send sent;
        int size;
        Damage damage;
        long number;
        MessageState state;
        long place;
        long dueMs;
        int attempt;
        int redrives;
        long ageMs;
        String note;
        LeaseToken token;
        Ulid cap;
        long heldMs;
        long holdMs;
        long deadPlace;
        long deadMs;
        DeadReason reason;
        String lastError;
        /** The store's name for its place among the dead, once seen. */
        long deadSeq;
    }

    private record Key(String topic, String key) {}

    private record Kept(Ulid id, Digest hash, long expiresMs) {}

    private static final class Topic {
        long id;
        int lastShard = -1;
        long emptySinceMs = -1;
    }

    /** What a batch did in a topic. */
    private static final class Events {
        int sent;
        int duplicates;
        int claimed;
        int redelivered;
        int acked;
        int requeued;
        int redriven;
        int purgedDead;
        final Map<DeadReason, Integer> dead = new EnumMap<>(DeadReason.class);
    }

    final List<Message> messages = new ArrayList<>();
    final Set<String> reached = new TreeSet<>();
    private final Map<Key, Kept> keys = new HashMap<>();
    private final Map<String, Topic> topics = new TreeMap<>();
    private final Map<Ulid, Long> revoked = new HashMap<>();
    private final Map<String, Integer> epochs = new HashMap<>();
    private final Map<Long, Integer> lastShards = new HashMap<>();
    private final Deque<Long> backoffs = new ArrayDeque<>();
    private long counter;
    private long nowMs;
    private Rules rules;
    private Map<String, Events> events;
    private Set<String> madeReady;

    /** A random back-off that the store has drawn. */
    void drawn(long value) {
        backoffs.add(value);
    }

    long nowMs() {
        return nowMs;
    }

    Stream<Long> keyExpiries() {
        return keys.values().stream().map(Kept::expiresMs);
    }

    /** Does what a batch must do, and compares it with what the store did. */
    void follow(List<Operation> operations, Rules with, BatchResult result, long atMs) {
        rules = with;
        nowMs = atMs;
        events = new HashMap<>();
        madeReady = new HashSet<>();
        equal("now", atMs, result.report().nowMs());
        List<Outcome> outcomes = result.outcomes();
        equal("outcomes", operations.size(), outcomes.size());
        moveDue();
        for (int i = 0; i < operations.size(); i++) {
            if (operations.get(i) instanceof Operation.OnLease operation) {
                settle(operation, outcomes.get(i));
            }
        }
        for (int i = 0; i < operations.size(); i++) {
            if (operations.get(i) instanceof Operation.GiveBack operation) {
                equal(operation, new Outcome.GivenBack(giveBack(operation)), outcomes.get(i));
            }
        }
        moveDue(); // what an extend by nothing has ended
        for (int i = 0; i < operations.size(); i++) {
            if (operations.get(i) instanceof Operation.Send operation) {
                send(operation, outcomes.get(i));
            }
        }
        for (int i = 0; i < operations.size(); i++) {
            if (operations.get(i) instanceof Operation.Receive operation) {
                receive(operation, outcomes.get(i));
            }
        }
        for (int i = 0; i < operations.size(); i++) {
            rest(operations.get(i), outcomes.get(i));
        }
        compareReport(result.report());
        equal("back-offs left", 0, backoffs.size());
    }

    // ---- moves ----

    private Events events(String topic) {
        return events.computeIfAbsent(topic, name -> new Events());
    }

    private void makeReady(Message message, String note) {
        message.state = MessageState.READY;
        message.place = ++counter;
        message.dueMs = 0;
        message.note = note;
        message.token = null;
        message.cap = null;
        madeReady.add(message.topic);
    }

    private void die(Message message, DeadReason reason, String lastError) {
        message.state = MessageState.DEAD;
        message.dueMs = 0;
        message.token = null;
        message.cap = null;
        message.reason = reason;
        message.lastError = lastError;
        message.deadPlace = ++counter;
        message.deadMs = nowMs;
        message.deadSeq = 0;
        events(message.topic).dead.merge(reason, 1, Integer::sum);
    }

    private void moveDue() {
        List<Message> due = messages.stream()
                .filter(m -> (m.state == MessageState.LEASED || m.state == MessageState.DELAYED) && m.dueMs <= nowMs)
                .sorted(Comparator.<Message>comparingLong(m -> m.dueMs).thenComparingLong(m -> m.number))
                .toList();
        for (Message m : due) {
            if (m.state == MessageState.DELAYED) {
                reached.add("5.7 delayed");
                if (m.attempt == 0) {
                    m.ageMs = m.dueMs;
                }
                makeReady(m, m.note);
            } else {
                events(m.topic).requeued++;
                if (m.attempt >= rules.of(m.topic).maxAttempts()) {
                    reached.add("5.8 max_attempts");
                    die(m, DeadReason.MAX_ATTEMPTS, "lease ended");
                } else {
                    reached.add("5.7 leased");
                    makeReady(m, "lease ended");
                }
            }
        }
    }

    private Message find(Ulid id) {
        return messages.stream().filter(m -> m.id.equals(id)).findFirst().orElse(null);
    }

    private void settle(Operation.OnLease operation, Outcome outcome) {
        Message m = find(operation.id());
        Refusal refusal = refusalOf(m, operation);
        if (refusal != null) {
            reached.add("refused " + refusal);
            equal(operation, Outcome.Refused.of(refusal), outcome);
            return;
        }
        switch (operation) {
            case Operation.Ack ack -> {
                reached.add("5.3");
                messages.remove(m);
                events(m.topic).acked++;
                equal(ack, new Outcome.Settled(m.topic, null), outcome);
            }
            case Operation.Nack nack -> {
                nack(m, nack);
                equal(nack, new Outcome.Settled(m.topic, m.state), outcome);
            }
            case Operation.Extend extend -> extend(m, extend, outcome);
        }
    }

    private Refusal refusalOf(Message m, Operation.OnLease operation) {
        Operation.Caller caller = operation.caller();
        boolean isLeased = m != null && m.state == MessageState.LEASED && m.dueMs > nowMs;
        boolean isOwnLease = isLeased && m.cap.equals(caller.capability());
        if (caller.lapse() != Lapse.NONE && (operation instanceof Operation.Extend || !isOwnLease)) {
            return caller.lapse() == Lapse.EXPIRED ? Refusal.EXPIRED : Refusal.REVOKED;
        }
        if (m == null) {
            return Refusal.GONE;
        }
        if (!caller.scope().allows(m.topic)) {
            return Refusal.TOPIC;
        }
        boolean isLastLeaseOver = m.state == MessageState.LEASED
                && m.dueMs <= nowMs
                && m.attempt >= rules.of(m.topic).maxAttempts();
        if (m.state == MessageState.DEAD || isLastLeaseOver) {
            return Refusal.DEAD;
        }
        if (!isLeased) {
            return Refusal.NOT_LEASED;
        }
        boolean isGood = operation.token() == null ? isOwnLease : m.token.equals(operation.token());
        return isGood ? null : Refusal.STALE;
    }

    private void nack(Message m, Operation.Nack nack) {
        if (nack.isDead()) {
            reached.add("5.5 nack_dead");
            die(m, DeadReason.NACK_DEAD, nack.reason());
        } else if (m.attempt >= rules.of(m.topic).maxAttempts()) {
            reached.add("5.5 max_attempts");
            die(m, DeadReason.MAX_ATTEMPTS, nack.reason());
        } else {
            long delayMs;
            if (nack.delayMs() != null) {
                delayMs = nack.delayMs();
            } else {
                delayMs = backoffs.remove();
                long mostMs = Math.min(rules.backoffMaxMs(), rules.backoffBaseMs() * (1L << m.attempt));
                equal("back-off within its limit", true, delayMs >= 0 && delayMs <= mostMs);
            }
            if (delayMs == 0) {
                reached.add("5.4 ready");
                makeReady(m, nack.reason());
            } else {
                reached.add("5.4 delayed");
                m.state = MessageState.DELAYED;
                m.dueMs = nowMs + delayMs;
                m.note = nack.reason();
                m.token = null;
                m.cap = null;
            }
        }
    }

    private void extend(Message m, Operation.Extend extend, Outcome outcome) {
        long limitMs = m.heldMs + Math.min(rules.of(m.topic).inflightFactor() * m.holdMs, 12 * HOUR_MS);
        long endMs = Math.min(limitMs, nowMs + extend.visibilityMs());
        boolean isCut = endMs < nowMs + extend.visibilityMs();
        if (isCut && endMs <= m.dueMs) {
            reached.add("refused HOLD_LIMIT");
            equal(extend, Outcome.Refused.of(Refusal.HOLD_LIMIT), outcome);
            return;
        }
        reached.add("5.6");
        m.dueMs = endMs;
        equal(extend, new Outcome.Extended(m.topic, endMs - nowMs), outcome);
    }

    private int giveBack(Operation.GiveBack operation) {
        int count = 0;
        for (LeaseRef lease : operation.leases()) {
            if (isRunning(lease)) {
                reached.add("5.13 given back");
                Message m = find(lease.id());
                makeReady(m, m.note);
                count++;
            }
        }
        return count;
    }

    private boolean isRunning(LeaseRef lease) {
        Message m = find(lease.id());
        return m != null && m.state == MessageState.LEASED && m.token.equals(lease.token()) && m.dueMs > nowMs;
    }

    // ---- sends ----

    private void send(Operation.Send send, Outcome outcome) {
        var key = new Key(send.topic(), send.idemKey());
        Kept first = keys.get(key);
        if (first != null && first.expiresMs > nowMs) {
            repeat(send, first, outcome);
            return;
        }
        int shard = Hashes.shardOf(send.topic(), send.partition(), rules.shards());
        Set<Refusal> limits = limits(send, shard);
        if (!limits.isEmpty()) {
            if (!(outcome instanceof Outcome.Refused refused) || !limits.contains(refused.refusal())) {
                throw new AssertionError("must be refused for one of " + limits + ": " + outcome);
            }
            reached.add("refused " + refused.refusal());
            if (refused.refusal() == Refusal.DEDUP_FULL) {
                long firstMs = keyExpiries().filter(ms -> ms > nowMs).min(Long::compare).orElseThrow();
                equal("retry after", firstMs - nowMs, refused.retryAfterMs());
            }
            return;
        }
        if (!(outcome instanceof Outcome.Sent sent) || sent.isDuplicate()) {
            throw new AssertionError("must be sent: " + outcome);
        }
        if (!topics.containsKey(send.topic())) {
            var topic = new Topic();
            topic.id = 1 + topics.values().stream().mapToLong(t -> t.id).max().orElse(0);
            topic.lastShard = lastShards.getOrDefault(topic.id, -1);
            topics.put(send.topic(), topic);
        }
        var m = new Message();
        m.id = sent.id();
        m.topic = send.topic();
        m.shard = shard;
        m.sent = send;
        m.size = send.payload().length + send.attrs().length;
        if (!Hashes.of(send.payload()).equals(send.payloadHash())) {
            m.damage = Damage.PAYLOAD_HASH;
        } else if (!Hashes.chain(send.topic(), send.ts(), send.idemKey(), send.payloadHash(), send.attrs())
                .equals(send.chain())) {
            m.damage = Damage.HASH_CHAIN;
        }
        m.number = ++counter;
        m.ageMs = nowMs;
        if (send.delayMs() == 0) {
            reached.add("5.1 ready");
            makeReady(m, null);
        } else {
            reached.add("5.1 delayed");
            m.state = MessageState.DELAYED;
            m.dueMs = nowMs + send.delayMs();
        }
        messages.add(m);
        keys.put(key, new Kept(m.id, send.payloadHash(), nowMs + rules.of(m.topic).replayMs()));
        events(m.topic).sent++;
    }

    private void repeat(Operation.Send send, Kept first, Outcome outcome) {
        if (!first.hash.equals(send.payloadHash())) {
            reached.add("refused PAYLOAD_MISMATCH");
            equal(send.idemKey(), Outcome.Refused.of(Refusal.PAYLOAD_MISMATCH), outcome);
            return;
        }
        reached.add("6.2");
        events(send.topic()).duplicates++;
        equal(
                send.idemKey(),
                send.refusesDuplicates()
                        ? new Outcome.Refused(Refusal.DUPLICATE, first.id, 0)
                        : new Outcome.Sent(first.id, true),
                outcome);
    }

    private Set<Refusal> limits(Operation.Send send, int shard) {
        Set<Refusal> limits = EnumSet.noneOf(Refusal.class);
        if (!topics.containsKey(send.topic()) && topics.size() >= rules.topicMax()) {
            limits.add(Refusal.TOPIC_MAX);
        }
        if (alive(send.topic(), shard) >= rules.of(send.topic()).capacity()) {
            limits.add(Refusal.TOPIC_FULL);
        }
        if (in(send.topic()).filter(m -> m.state == MessageState.DEAD).count() >= rules.deadCapacity()) {
            limits.add(Refusal.DLQ_FULL);
        }
        long bytes = messages.stream().mapToLong(m -> m.size).sum();
        if (bytes + send.payload().length + send.attrs().length > rules.storeMaxBytes()) {
            limits.add(Refusal.STORE_FULL);
        }
        if (keyExpiries().filter(ms -> ms > nowMs).count() >= rules.dedupCapacity()) {
            limits.add(Refusal.DEDUP_FULL);
        }
        return limits;
    }

    private Stream<Message> in(String topic) {
        return messages.stream().filter(m -> m.topic.equals(topic));
    }

    private long alive(String topic, int shard) {
        return in(topic).filter(m -> m.shard == shard && m.state != MessageState.DEAD).count();
    }

    // ---- claims ----

    private List<Message> queue(String topic, int shard) {
        return in(topic)
                .filter(m -> m.shard == shard && m.state == MessageState.READY)
                .sorted(Comparator.comparingLong(m -> m.place))
                .toList();
    }

    private void receive(Operation.Receive receive, Outcome outcome) {
        Topic topic = topics.get(receive.topic());
        long room = receive.maxMessages() - receive.unsettled().stream().filter(this::isRunning).count();
        if (topic == null || room <= 0) {
            equal(receive, Outcome.Received.NOTHING, outcome);
            return;
        }
        List<Integer> shards = new ArrayList<>();
        if (receive.partition() != null) {
            shards.add(Hashes.shardOf(receive.topic(), receive.partition(), rules.shards()));
        } else {
            for (int i = 1; i <= rules.shards(); i++) {
                shards.add((topic.lastShard + i) % rules.shards());
            }
        }
        long leased = messages.stream().filter(m -> m.state == MessageState.LEASED).count();
        long free = rules.globalInflight() - leased;
        if (free <= 0 && shards.stream().anyMatch(shard -> !queue(receive.topic(), shard).isEmpty())) {
            reached.add("refused GLOBAL_INFLIGHT");
            equal(receive, new Outcome.Refused(Refusal.GLOBAL_INFLIGHT, null, Math.max(1, nextDueMs() - nowMs)), outcome);
            return;
        }
        if (!(outcome instanceof Outcome.Received received)) {
            throw new AssertionError("must be received: " + outcome);
        }
        List<Message> taken = new ArrayList<>();
        long bytes = 0;
        for (int shard : shards) {
            for (Message m : queue(receive.topic(), shard)) {
                if (taken.size() >= Math.min(room, free) || (!taken.isEmpty() && bytes + m.size > receive.maxBytes())) {
                    break;
                }
                if (m.damage != null) {
                    reached.add("5.9 " + m.damage);
                    die(m, DeadReason.INTEGRITY, m.damage.word());
                    continue;
                }
                taken.add(m);
                bytes += m.size;
                if (receive.partition() == null) {
                    topic.lastShard = shard;
                    lastShards.put(topic.id, shard);
                }
            }
        }
        equal("received", taken.stream().map(m -> m.id).toList(),
                received.messages().stream().map(e -> e.message().id()).toList());
        for (int i = 0; i < taken.size(); i++) {
            lease(taken.get(i), receive, received.messages().get(i));
        }
    }

    private void lease(Message m, Operation.Receive receive, Envelope envelope) {
        reached.add("5.2");
        m.state = MessageState.LEASED;
        m.attempt++;
        m.token = envelope.lease().token();
        m.cap = receive.capability();
        m.heldMs = nowMs;
        m.holdMs = receive.visibilityMs();
        m.dueMs = nowMs + receive.visibilityMs();
        Events now = events(m.topic);
        now.claimed++;
        now.redelivered += m.attempt > 1 ? 1 : 0;
        equal("payload", true, Arrays.equals(m.sent.payload(), envelope.body().payload()));
        equal("attempt", m.attempt, envelope.message().attempt());
        equal("redrives", m.redrives, envelope.message().redrives());
        equal("shard", m.shard, envelope.message().shard());
        equal("note", m.note, envelope.message().note());
        equal("partition", m.sent.partition(), envelope.body().partition());
        equal("key", m.sent.idemKey(), envelope.body().idemKey());
        equal("lease", receive.visibilityMs(), envelope.leaseMs());
    }

    // ---- the rest ----

    private void rest(Operation operation, Outcome outcome) {
        switch (operation) {
            case Operation.ListDead list -> listDead(list, outcome);
            case Operation.ReadDead read -> readDead(read, outcome);
            case Operation.SettleDead settle -> equal(settle, settleDead(settle), ignoringNext(outcome));
            case Operation.PurgeTopic purge -> {
                List<Message> purged = in(purge.topic()).filter(m -> m.state != MessageState.DEAD).toList();
                if (!purged.isEmpty()) {
                    reached.add("5.11 topic");
                }
                messages.removeAll(purged);
                equal(purge, new Outcome.Purged(purged.size(), 0), outcome);
            }
            case Operation.ListTopics list -> {
                List<TopicStats> all = topics.keySet().stream()
                        .filter(name -> name.compareTo(list.after()) > 0 && list.scope().allows(name))
                        .map(this::stats)
                        .toList();
                boolean hasMore = all.size() > list.limit();
                equal(list, new Outcome.Topics(hasMore ? all.subList(0, list.limit()) : all, hasMore), outcome);
            }
            case Operation.ReadStats read -> equal(read, new Outcome.Stats(stats(read.topic())), outcome);
            case Operation.RevokeCapability revoke -> {
                revoked.put(revoke.capability(), revoke.untilWallMs());
                equal(revoke, new Outcome.Done(0, 1), outcome);
            }
            case Operation.RevokeKey revoke -> {
                epochs.merge(revoke.kid(), revoke.minEpoch(), Math::max);
                equal(revoke, new Outcome.Done(0, 1), outcome);
            }
            case Operation.ListRevocations list -> {
                revoked.values().removeIf(untilMs -> untilMs < list.wallMs());
                equal(list, new Outcome.Revocations(revoked, epochs), outcome);
            }
            case Operation.Retain retain -> retain(outcome);
            case Operation.Scrub scrub -> equal(scrub, new Outcome.Done(0, scrub()), outcome);
            case Operation.Sweep sweep -> equal(sweep, new Outcome.Done(0, 0), outcome);
            case Operation.Send send -> {}
            case Operation.Receive receive -> {}
            case Operation.OnLease settle -> {}
            case Operation.GiveBack back -> {}
        }
    }

    private List<Message> deadOf(String topic) {
        return in(topic)
                .filter(m -> m.state == MessageState.DEAD)
                .sorted(Comparator.comparingLong(m -> m.deadPlace))
                .toList();
    }

    private void listDead(Operation.ListDead list, Outcome outcome) {
        if (!(outcome instanceof Outcome.DeadLetters letters)) {
            throw new AssertionError("must be a list: " + outcome);
        }
        List<Message> all = deadOf(list.topic());
        boolean hasMore = all.size() > list.limit();
        List<Message> page = hasMore ? all.subList(0, list.limit()) : all;
        equal("dead letters", page.stream().map(m -> m.id).toList(),
                letters.letters().stream().map(letter -> letter.message().id()).toList());
        for (int i = 0; i < page.size(); i++) {
            compare(page.get(i), letters.letters().get(i));
        }
        equal("next", hasMore ? letters.letters().getLast().dead().deadSeq() : 0, letters.next());
    }

    private static void compare(Message m, DeadLetter letter) {
        equal("topic", m.topic, letter.topic());
        equal("reason", m.reason, letter.dead().reason());
        equal("last error", m.lastError, letter.dead().lastError());
        equal("attempt", m.attempt, letter.dead().attempt());
        equal("dead since", m.deadMs, letter.dead().deadMs());
        equal("redrives", m.redrives, letter.message().redrives());
        equal("hash", m.sent.payloadHash(), letter.payloadHash());
        m.deadSeq = letter.dead().deadSeq();
    }

    private void readDead(Operation.ReadDead read, Outcome outcome) {
        Message m = find(read.id());
        if (m == null || m.state != MessageState.DEAD) {
            equal(read, Outcome.Refused.of(Refusal.GONE), outcome);
        } else if (!read.scope().allows(m.topic)) {
            equal(read, Outcome.Refused.of(Refusal.TOPIC), outcome);
        } else if (outcome instanceof Outcome.DeadFound found) {
            compare(m, found.letter());
            equal("damage", m.damage, found.damage());
        } else {
            throw new AssertionError("must be found: " + outcome);
        }
    }

    /** The place in the store's list is its own business. */
    private static Outcome ignoringNext(Outcome outcome) {
        return outcome instanceof Outcome.DeadSettled s
                ? new Outcome.DeadSettled(s.moved(), s.remaining(), s.skipped(), s.isFull(), 0)
                : outcome;
    }

    private Outcome settleDead(Operation.SettleDead settle) {
        Map<Ulid, String> skipped = new HashMap<>();
        List<Message> chosen = new ArrayList<>();
        if (settle.ids() == null) {
            chosen.addAll(deadOf(settle.topic()).stream().limit(settle.limit()).toList());
        } else {
            for (Ulid id : settle.ids()) {
                Message m = find(id);
                if (m == null || m.state != MessageState.DEAD || !m.topic.equals(settle.topic())) {
                    skipped.put(id, "not_dead");
                } else if (!chosen.contains(m)) {
                    chosen.add(m);
                }
            }
        }
        int moved = 0;
        boolean isFull = false;
        for (Message m : chosen) {
            if (settle.isPurge()) {
                reached.add("5.11 dead");
                messages.remove(m);
                events(m.topic).purgedDead++;
                moved++;
            } else if (m.reason == DeadReason.INTEGRITY) {
                reached.add("16.7");
                skipped.put(m.id, "integrity");
            } else if (alive(m.topic, m.shard) >= rules.of(m.topic).capacity()) {
                reached.add("6.6 full");
                isFull = true;
            } else {
                reached.add("5.10");
                makeReady(m, null);
                m.attempt = 0;
                m.redrives++;
                m.ageMs = nowMs;
                events(m.topic).redriven++;
                moved++;
            }
        }
        return new Outcome.DeadSettled(moved, deadOf(settle.topic()).size(), skipped, isFull, 0);
    }

    private TopicStats stats(String topic) {
        long oldestMs = 0;
        for (int shard = 0; shard < rules.shards(); shard++) {
            for (Message head : queue(topic, shard).stream().limit(1).toList()) {
                oldestMs = Math.max(oldestMs, nowMs - head.ageMs);
            }
        }
        return new TopicStats(
                topic,
                new Counts(
                        in(topic).filter(m -> m.state == MessageState.READY).count(),
                        in(topic).filter(m -> m.state == MessageState.LEASED).count(),
                        in(topic).filter(m -> m.state == MessageState.DELAYED).count(),
                        in(topic).filter(m -> m.state == MessageState.DEAD).count(),
                        in(topic).mapToLong(m -> m.size).sum()),
                oldestMs);
    }

    private void retain(Outcome outcome) {
        int changed = 0;
        for (Message m : List.copyOf(messages)) {
            boolean hasAge = m.state == MessageState.READY || (m.state == MessageState.DELAYED && m.attempt > 0);
            if (hasAge && m.ageMs + rules.of(m.topic).readyMs() <= nowMs) {
                reached.add("5.8 expired");
                die(m, DeadReason.EXPIRED, m.note);
                changed++;
            }
        }
        for (Message m : List.copyOf(messages)) {
            if (m.state == MessageState.DEAD && m.deadMs + rules.of(m.topic).deadMs() <= nowMs) {
                reached.add("5.11 retention");
                messages.remove(m);
                events(m.topic).purgedDead++;
                changed++;
            }
        }
        keys.values().removeIf(kept -> kept.expiresMs <= nowMs);
        for (String name : List.copyOf(topics.keySet())) {
            Topic topic = topics.get(name);
            boolean isEmpty = in(name).findAny().isEmpty() && keys.keySet().stream().noneMatch(k -> k.topic.equals(name));
            if (!isEmpty) {
                topic.emptySinceMs = -1;
            } else if (topic.emptySinceMs < 0) {
                topic.emptySinceMs = nowMs;
            }
            if (isEmpty && nowMs - topic.emptySinceMs >= 24 * HOUR_MS) {
                reached.add("6.7 forgotten");
                topics.remove(name);
            }
        }
        if (!(outcome instanceof Outcome.Done done) || done.next() != 0 || done.changed() < changed) {
            throw new AssertionError("at least " + changed + " changes in one slice: " + outcome);
        }
    }

    private int scrub() {
        int found = 0;
        for (Message m : List.copyOf(messages)) {
            if (m.damage != null && !(m.state == MessageState.DEAD && m.reason == DeadReason.INTEGRITY)) {
                reached.add("3.7 scrub");
                die(m, DeadReason.INTEGRITY, m.damage.word());
                found++;
            }
        }
        return found;
    }

    // ---- the report ----

    private long nextDueMs() {
        return messages.stream()
                .filter(m -> m.state == MessageState.LEASED || m.state == MessageState.DELAYED)
                .mapToLong(m -> m.dueMs)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    private void compareReport(BatchReport report) {
        equal("next due", nextDueMs(), report.nextDueMs());
        madeReady.removeIf(topic -> in(topic).noneMatch(m -> m.state == MessageState.READY));
        equal("ready topics", madeReady, report.ready());
        events.forEach((topic, expected) -> {
            BatchReport.TopicEvents seen = report.topics().get(topic);
            equal("sent", expected.sent, seen.sent());
            equal("duplicates", expected.duplicates, seen.duplicates());
            equal("claimed", expected.claimed, seen.claimed());
            equal("redelivered", expected.redelivered, seen.redelivered());
            equal("acked", expected.acked, seen.acked());
            equal("requeued", expected.requeued, seen.requeued());
            equal("redriven", expected.redriven, seen.redriven());
            equal("purged", expected.purgedDead, seen.purgedDead());
            equal("dead", expected.dead, seen.dead());
        });
    }

    private static void equal(Object what, Object expected, Object seen) {
        if (!Objects.equals(expected, seen)) {
            throw new AssertionError(what + ": expected " + expected + ", but the store says " + seen);
        }
    }
}
