package io.hiveactor.bench;

import io.hiveactor.bench.service.HistogramLog;
import io.hiveactor.runtime.FiberMode;
import io.hiveactor.runtime.HiveConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

/** Everything that can be measured: rows by workload, and groups of workloads. */
final class Catalog {
    static final int IDLE_ACTORS = 200_000;
    static final int STORED_MESSAGES = 1_000_000;

    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, List<String>> groups = new TreeMap<>();

    /** With as many stored messages as by default, and no histograms. */
    Catalog(int idleActors) {
        this(idleActors, STORED_MESSAGES, new HistogramLog(null));
    }

    /**
     * @param idleActors how many the memory workloads have
     * @param storedMessages how many messages the service holds at most in the workloads of its depth
     * @param log where paced loads leave their histograms
     */
    Catalog(int idleActors, int storedMessages, HistogramLog log) {
        pingPong();
        life();
        failure();
        memory(idleActors);
        ipc();
        channels();
        bus();
        mailbox();
        timers();
        hive("sleepers", 1, HiveSleepers::new);
        diagnosis();
        var service = new ServiceCatalog(storedMessages, log);
        entries.addAll(service.entries());
        groups.putAll(service.groups());
    }

    private void pingPong() {
        group("pingpong", "pingpong-handler", "pingpong-straight", "pingpong-cross-shard");
        int rounds = 400_000;
        hive("pingpong-handler", 10 * rounds, HivePingPong::handler);
        pekko("pingpong-handler", rounds, PekkoDispatchers.DEFAULT);
        pekkoTuned("pingpong-handler", rounds);

        hive("pingpong-straight", rounds, HivePingPong::straight);
        add("pingpong-straight", "jdk-vthread", rounds, VirtualThreadPingPong::new);
        pekko("pingpong-straight", rounds, PekkoDispatchers.DEFAULT);
        pekkoTuned("pingpong-straight", rounds);

        add("pingpong-cross-shard", "hive", rounds, () -> HivePingPong.crossShard(FiberMode.OWN_CARRIER));
        add("pingpong-cross-shard", "hive-noflag", rounds / 4, () -> HivePingPong.crossShard(FiberMode.JDK_SCHEDULER));
        add("pingpong-cross-shard", "limit", rounds, SpinLimit::new);
        pekko("pingpong-cross-shard", rounds / 8, PekkoDispatchers.PINNED);
    }

    private void pekko(String workload, int operations, String dispatcher) {
        add(workload, "pekko-classic", operations, () -> PekkoClassicPingPong.on(dispatcher));
        add(workload, "pekko-typed", operations, () -> PekkoTypedPingPong.on(dispatcher));
    }

    /** Pekko on a dispatcher made for this workload, which no other actor could use as well. */
    private void pekkoTuned(String workload, int operations) {
        add(workload, "pekko-classic-tuned", operations, () -> PekkoClassicPingPong.on(PekkoDispatchers.ONE_THREAD));
        add(workload, "pekko-typed-tuned", operations, () -> PekkoTypedPingPong.on(PekkoDispatchers.ONE_THREAD));
    }

    private void life() {
        group("life", "spawn-exit", "spawn-exit-straight");
        int children = 100_000;
        hive("spawn-exit", 10 * children, HiveSpawnExit::handler);
        add("spawn-exit", "pekko-classic", children,
                () -> PekkoClassicSpawnExit.whenTold(PekkoDispatchers.DEFAULT));
        add("spawn-exit", "pekko-typed", children, () -> PekkoTypedSpawnExit.whenTold(PekkoDispatchers.DEFAULT));

        hive("spawn-exit-straight", 10 * children, HiveSpawnExit::straight);
        add("spawn-exit-straight", "pekko-classic", children,
                () -> PekkoClassicSpawnExit.atOnce(PekkoDispatchers.DEFAULT));
        add("spawn-exit-straight", "pekko-typed", children,
                () -> PekkoTypedSpawnExit.atOnce(PekkoDispatchers.DEFAULT));
    }

    private void failure() {
        group("failure", "spawn-exit", "spawn-exit-straight", "link-storm", "restart");
        int notices = 10 * LinkStorm.CROWD;
        hive("link-storm", notices, HiveLinkStorm::on);
        add("link-storm", "pekko-classic", notices, PekkoClassicLinkStorm::start);
        add("link-storm", "pekko-typed", notices, PekkoTypedLinkStorm::start);

        int restarts = 50_000;
        hive("restart", 4 * restarts, HiveRestart::on);
        add("restart", "pekko-classic", restarts, PekkoClassicRestart::start);
        add("restart", "pekko-typed", restarts, PekkoTypedRestart::start);
    }

    private void memory(int actors) {
        group("memory", "idle-heap", "idle-heap-straight");
        hive("idle-heap", actors, HiveIdle::handler);
        hive("idle-heap-straight", actors, HiveIdle::straight);
    }

    private void ipc() {
        group("ipc", "flood-inside", "flood-outside-1p", "flood-outside-2p", "request-reply", "send-full-pool",
                "drop-full", "selective-receive", "selective-receive-10");
        floodInside(1_000_000);
        floodOutside("flood-outside-1p", 1, 500_000);
        floodOutside("flood-outside-2p", 2, 500_000);
        add("flood-outside-2p", "disruptor", 500_000, () -> DisruptorFlood.outside(2));
        requestReply(400_000);
        sendFullPool(400_000);

        hive("drop-full", 10_000_000, HiveDropFull::on);
        add("drop-full", "pekko-bounded", 1_000_000, PekkoDropFull::new);

        hive("selective-receive", 2_000_000, mode -> HiveSelectiveReceive.past(10_000, mode));
        hive("selective-receive-10", 2_000_000, mode -> HiveSelectiveReceive.past(10, mode));
    }

    private void diagnosis() {
        group("diagnosis-cost", "cost-pingpong-handler", "cost-flood-inside", "cost-send-full-pool");
        cost("cost-pingpong-handler", 4_000_000, HivePingPong::handler);
        cost("cost-flood-inside", 2_000_000, HiveFlood::inside);
        cost("cost-send-full-pool", 800_000, HiveFullPool::on);
    }

    private void cost(String workload, int operations, Function<HiveConfig, Contestant> start) {
        add(workload, "off", operations, () -> DiagnosisCost.off(start));
        add(workload, "on", operations, () -> DiagnosisCost.on(start));
        add(workload, "on-every-event", operations, () -> DiagnosisCost.everyEvent(start));
    }

    private void channels() {
        group("channels", "channel-send-receive", "channel-cross", "channel-fan-out-8", "channel-tap", "channel-send",
                "channel-send-tapped");
        int messages = 1_000_000;
        var kotlin = new KotlinChannels();
        channels("hive", messages, messages / 4, new HiveChannels(FiberMode.OWN_CARRIER));
        channels("hive-noflag", messages, messages / 4, new HiveChannels(FiberMode.JDK_SCHEDULER));
        channels("jox", messages, messages, new JoxChannels());
        channels("kotlin", messages, messages, kotlin);
        add("channel-cross", "kotlin-default", messages, kotlin::crossByDefault);
        channels("jdk-abq", messages, messages, new QueueChannels());
        hive("channel-send", messages, HiveSends::untapped);
        hive("channel-send-tapped", messages, HiveSends::tapped);
    }

    private void channels(String system, int messages, int crossing, ChannelSystem channels) {
        add("channel-send-receive", system, messages, channels::sendReceive);
        add("channel-cross", system, crossing, channels::cross);
        add("channel-fan-out-8", system, messages / 2, channels::fanOut);
        add("channel-tap", system, messages, channels::tap);
    }

    private void bus() {
        group("bus", "bus-publish-1", "bus-publish-8", "bus-cross-shard");
        int entries = 1_000_000;
        bus("hive", entries, entries / 4, new HiveBus(FiberMode.OWN_CARRIER));
        bus("hive-noflag", entries, entries / 4, new HiveBus(FiberMode.JDK_SCHEDULER));
        bus("disruptor", entries, entries, new DisruptorBus());
        bus("pekko-eventstream", entries, entries, new PekkoEventStream(PekkoDispatchers.DEFAULT));
        publish("pekko-eventstream-tuned", entries, new PekkoEventStream(PekkoDispatchers.ONE_THREAD));
    }

    private void bus(String system, int entries, int crossing, BusSystem bus) {
        publish(system, entries, bus);
        add("bus-cross-shard", system, crossing, bus::cross);
    }

    private void publish(String system, int entries, BusSystem bus) {
        add("bus-publish-1", system, entries, () -> bus.publish(1));
        add("bus-publish-8", system, entries / 2, () -> new PerDelivery(bus.publish(8), 8));
    }

    private void mailbox() {
        group("mailbox", "mailbox-memory-waiting", "mailbox-memory-in-flight", "mailbox-redis", "mailbox-redis-wake-up",
                "mailbox-sqs");
        int messages = 1_000_000;
        add("mailbox-memory-waiting", "1000", messages, () -> MemoryMailboxes.waiting(1_000));
        add("mailbox-memory-waiting", "1000000", messages, () -> MemoryMailboxes.waiting(1_000_000));
        add("mailbox-memory-in-flight", "10", messages, () -> MemoryMailboxes.inFlight(10));
        add("mailbox-memory-in-flight", "100000", messages, () -> MemoryMailboxes.inFlight(100_000));
        add("mailbox-redis", "hive", 9_000, RedisMailboxes::calls);
        add("mailbox-redis", "raw-scripts", 9_000, RedisMailboxes::rawScripts);
        add("mailbox-redis", "raw-nothing", 9_000, RedisMailboxes::raw);
        add("mailbox-redis-wake-up", "hive", 200, RedisMailboxes::wakeUp);
        add("mailbox-sqs", "hive", 500, SqsMailboxes::mailbox);
        add("mailbox-sqs", "raw-sdk", 500, SqsMailboxes::raw);
    }

    private void timers() {
        group("timers", "timers-1000", "timers-100000", "timers-1000000");
        timers("timers-1000", 1_000);
        timers("timers-100000", 100_000);
        timers("timers-1000000", 1_000_000);
    }

    /** @param pending timers that do not fire */
    private void timers(String workload, int pending) {
        int fired = 500_000;
        hive(workload, fired, mode -> HiveTimers.on(mode, pending));
        add(workload, "jdk-stpe", fired, () -> ExecutorTimers.with(pending));
        add(workload, "pekko-classic", fired, () -> PekkoClassicTimers.with(pending, PekkoClassicTimers.DEFAULT_TICK));
        add(workload, "pekko-classic-tuned", fired,
                () -> PekkoClassicTimers.with(pending, PekkoClassicTimers.SHORTEST_TICK));
    }

    private void floodInside(int messages) {
        hive("flood-inside", messages, HiveFlood::inside);
        add("flood-inside", "pekko-classic", messages, () -> PekkoClassicFlood.inside(PekkoDispatchers.DEFAULT));
        add("flood-inside", "pekko-typed", messages, PekkoTypedFlood::inside);
        add("flood-inside", "pekko-classic-tuned", messages, () -> PekkoClassicFlood.inside(PekkoDispatchers.ONE_THREAD));
        add("flood-inside", "pekko-bounded", messages, PekkoClassicFlood::insideBounded);
        add("flood-inside", "jdk-abq", messages, QueueFlood::inside);
        add("flood-inside", "jox", messages, JoxFlood::inside);
    }

    private void floodOutside(String workload, int producers, int messages) {
        hive(workload, messages, mode -> HiveFlood.outside(mode, producers));
        add(workload, "pekko-classic", messages, () -> PekkoClassicFlood.outside(producers));
        add(workload, "pekko-typed", messages, () -> PekkoTypedFlood.outside(producers));
        add(workload, "jdk-abq", messages, () -> QueueFlood.outside(producers));
    }

    private void requestReply(int requests) {
        hive("request-reply", requests, HiveRequestReply::on);
        pekkoAsk("", PekkoDispatchers.DEFAULT, requests / 16);
        pekkoAsk("-tuned", PekkoDispatchers.ONE_THREAD, requests / 16);
        // what a program gets that does without an ask, and keeps itself what belongs to which answer
        add("request-reply", "pekko-classic-tell", requests, () -> PekkoClassicPingPong.on(PekkoDispatchers.DEFAULT));
    }

    private void pekkoAsk(String suffix, String dispatcher, int requests) {
        add("request-reply", "pekko-classic" + suffix, requests, () -> PekkoClassicAsk.on(dispatcher));
        add("request-reply", "pekko-typed" + suffix, requests, () -> PekkoTypedAsk.on(dispatcher));
    }

    private void sendFullPool(int messages) {
        hive("send-full-pool", messages, HiveFullPool::on);
        add("send-full-pool", "pekko-bounded", messages / 4, PekkoFullPool::start);
        add("send-full-pool", "jdk-abq", messages, QueueFullPool::start);
    }

    /** Ours, with the flag and without. */
    private void hive(String workload, int operations, Function<FiberMode, Contestant> start) {
        add(workload, "hive", operations, () -> start.apply(FiberMode.OWN_CARRIER));
        add(workload, "hive-noflag", operations, () -> start.apply(FiberMode.JDK_SCHEDULER));
    }

    private void add(String workload, String system, int operations, Supplier<Contestant> start) {
        entries.add(new Entry(workload, system, operations, start));
    }

    private void group(String name, String... workloads) {
        groups.put(name, List.of(workloads));
    }

    /** The names that can be asked for. */
    List<String> names() {
        var names = new ArrayList<>(groups.keySet());
        entries.stream().map(Entry::workload).distinct().forEach(names::add);
        return names;
    }

    /**
     * The workloads behind a name, which may be a group's.
     *
     * @throws IllegalArgumentException if there is none
     */
    List<String> workloads(String name) {
        if (!names().contains(name)) {
            throw new IllegalArgumentException("no workload '" + name + "'; there are " + String.join(", ", names()));
        }
        return groups.getOrDefault(name, List.of(name));
    }

    List<Entry> entries(String workload) {
        return entries.stream().filter(entry -> entry.workload().equals(workload)).toList();
    }
}
