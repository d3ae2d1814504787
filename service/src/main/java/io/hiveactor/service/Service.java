package io.hiveactor.service;

import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.console.Console;
import io.hiveactor.service.capability.Authority;
import io.hiveactor.service.capability.AuthoritySettings;
import io.hiveactor.service.capability.KeyRing;
import io.hiveactor.service.capability.Revocations;
import io.hiveactor.service.config.Address;
import io.hiveactor.service.config.ServiceConfig;
import io.hiveactor.service.engine.Answer;
import io.hiveactor.service.engine.Engine;
import io.hiveactor.service.engine.EngineSettings;
import io.hiveactor.service.engine.Readiness;
import io.hiveactor.service.http.HttpBackend;
import io.hiveactor.service.http.HttpServer;
import io.hiveactor.service.http.HttpSettings;
import io.hiveactor.service.http.RequestLimits;
import io.hiveactor.service.http.Route;
import io.hiveactor.service.observe.Event;
import io.hiveactor.service.observe.EventLog;
import io.hiveactor.service.observe.QueueSample;
import io.hiveactor.service.observe.ServiceMetrics;
import io.hiveactor.service.observe.StoreSample;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Outcome;
import io.hiveactor.service.queue.Rules;
import io.hiveactor.service.store.DataFolder;
import io.hiveactor.service.store.QueueDepth;
import io.hiveactor.service.store.SqliteStore;
import io.hiveactor.service.store.Store;
import io.hiveactor.service.store.StoreException;
import io.hiveactor.service.store.StoreFigures;
import io.hiveactor.service.store.StoreProbe;
import io.hiveactor.service.time.Clocks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A running message service: its store, its actors, its listeners.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class Service implements AutoCloseable {
    private static final Duration STREAM_BEAT = Duration.ofSeconds(15);
    private static final int MOST_STREAMS = 256;
    private static final long DRAIN_LOOK_NANOS = 2_000_000;
    private static final int MESSAGES = 1 << 16;
    private static final int MOST_ACTORS = 1 << 16;

    /**
     * What a service is started with.
     *
     * @param config as it was read
     * @param keys root keys of capabilities
     * @param folder where it stores; null for memory
     * @param acceptsLoss whether a store that is behind its mark is used
     * @param clocks time
     * @param probe called at the points of the store where crashes matter
     * @param log where log lines go
     */
    public record Start(
            ServiceConfig config,
            KeyRing keys,
            @Nullable DataFolder folder,
            boolean acceptsLoss,
            Clocks clocks,
            StoreProbe probe,
            EventLog log) {}

    private final AtomicReference<ServiceConfig> config;
    private final Clocks clocks;
    private final @Nullable DataFolder folder;
    private final Hive hive;
    private final Engine engine;
    private final Authority authority;
    private final HttpServer http;
    private final HttpServer.Ports ports;
    private final ServiceMetrics metrics;
    private final EventLog log;
    private final NodeObserver observer;
    private final ClockWatch clockWatch;
    private final @Nullable Console console;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    private Service(Start start, Store store, Runnable onGivingUp) throws IOException, StoreException {
        config = new AtomicReference<>(start.config());
        clocks = start.clocks();
        folder = start.folder();
        ServiceConfig first = start.config();
        log = start.log();
        metrics = new ServiceMetrics(
                Arrays.stream(Route.values()).map(Route::path).collect(Collectors.toSet()), first.topics().classes());
        var rates = new NodeRates(clocks);
        observer = new NodeObserver(metrics, log, rates, this::config);
        clockWatch = new ClockWatch(clocks, observer::clockStepped);
        hive = Hive.start(HiveConfig.builder()
                .name("service")
                .shards(Math.max(1, Runtime.getRuntime().availableProcessors() / 4))
                .messages(MESSAGES)
                .maxActors(MOST_ACTORS)
                .build());
        engine = new Engine(hive, engineSettings(first), store, this::rules, observer, onGivingUp);
        var revocations = new Revocations();
        authority = new Authority(
                start.keys(), revocations, authoritySettings(first), clocks::instant, clocks::monotonicNanos);
        load(revocations);
        bindGauges();
        var entrance = new RevokingEntrance(engine, revocations);
        http = new HttpServer(httpSettings(first), new HttpBackend(
                entrance,
                new CapabilityAccess(authority),
                this::requestLimits,
                observer,
                rates,
                this::readiness,
                metrics::scrape,
                clocks));
        ports = http.start();
        console = first.consolePort() == 0 ? null : openConsole(first.consolePort());
    }

    /**
     * Opens the store and starts everything.
     *
     * @param onGivingUp called if actors crash too often; the caller ends the process
     * @throws StoreException if the store cannot be used
     * @throws IOException if an address is in use, or a file cannot be read
     */
    public static Service start(Start start, Runnable onGivingUp) throws StoreException, IOException {
        ServiceConfig config = start.config();
        var settings = new SqliteStore.Settings(
                start.folder(), config.mailbox().readyShards(), config.store().minFree(), start.acceptsLoss());
        SqliteStore store = SqliteStore.open(settings, start.clocks(), new SecureRandom(), start.probe());
        try {
            return new Service(start, store, onGivingUp);
        } catch (IOException | StoreException | RuntimeException e) {
            store.close();
            throw e;
        }
    }

    private ServiceConfig config() {
        ServiceConfig now = config.get();
        if (now == null) {
            throw new IllegalStateException("no configuration");
        }
        return now;
    }

    private Rules rules() {
        return ConfiguredRules.of(config());
    }

    private @Nullable Console openConsole(int port) {
        try {
            return Console.open(port, hive.config().name(), hive::snapshot, hive::diagnose);
        } catch (UncheckedIOException inUse) {
            log.warn(Event.READYZ_STATE).reason("no console: port " + port + " is in use").write();
            return null; // the service does not depend on its console
        }
    }

    private void load(Revocations revocations) throws StoreException {
        Answer answer = engine.execute("", List.of(new Operation.ListRevocations(clocks.wallMillis())));
        if (answer instanceof Answer.Committed committed
                && committed.outcomes().getFirst() instanceof Outcome.Revocations stored) {
            revocations.load(stored.capabilities(), stored.minEpochs());
        } else {
            throw new StoreException("revocations cannot be read: " + answer);
        }
    }

    private void bindGauges() {
        metrics.bindHive(hive);
        metrics.dlqProfile(dlqProfile());
        metrics.registerCapCacheEntries(authority::cacheEntries);
        metrics.registerStoreGauges(() -> {
            StoreFigures figures = engine.figures();
            return new StoreSample(
                    figures.fileBytes(), figures.walBytes(), figures.dedupEntries(), config().mailbox().dedupCapacity());
        });
        metrics.registerQueueGauges(() -> engine.depths().stream().map(this::sample).toList());
    }

    private QueueSample sample(QueueDepth depth) {
        var policy = config().topics().policyOf(depth.topic());
        return new QueueSample(
                policy.topicClass(),
                depth.shard(),
                depth.counts().ready() + depth.counts().delayed(),
                depth.counts().leased(),
                Math.min(1, depth.counts().alive() / (double) policy.capacity()),
                Duration.ofMillis(depth.oldestReadyMs()),
                depth.counts().dead());
    }

    private String dlqProfile() {
        return folder == null ? "ephemeral" : "durable";
    }

    private EngineSettings engineSettings(ServiceConfig first) {
        ServiceConfig.Mailbox mailbox = first.mailbox();
        return new EngineSettings(
                mailbox.readyShards(),
                mailbox.shardCapacity(),
                mailbox.topicShare(),
                first.store().batchOps(),
                first.store().batchBytes(),
                mailbox.maxWaiters(),
                first.opTimeout(),
                first.store().scrubPeriod(),
                folder == null);
    }

    private static AuthoritySettings authoritySettings(ServiceConfig config) {
        return new AuthoritySettings(
                config.auth().audience(), config.nodeName(), config.auth().clockSkew(), config.mailbox().capCacheTtl());
    }

    private HttpSettings httpSettings(ServiceConfig first) throws IOException {
        HttpSettings.TlsFiles tls = first.tls().enabled()
                ? new HttpSettings.TlsFiles(first.tls().certPath(), first.tls().keyPath())
                : null;
        return new HttpSettings(
                socket(first.bindAddr()),
                socket(first.metricsAddr()),
                tls,
                first.maxConns(),
                first.idleTimeout(),
                Math.toIntExact(first.limits().maxBodyBytes()),
                Math.toIntExact(first.limits().maxBatchBytes()),
                MOST_STREAMS,
                STREAM_BEAT,
                first.drainDeadline(),
                folder == null,
                first.mailbox().profile().wire(),
                dlqProfile());
    }

    private static InetSocketAddress socket(Address address) throws IOException {
        return new InetSocketAddress(InetAddress.getByName(address.host()), address.port());
    }

    private RequestLimits requestLimits() {
        ServiceConfig now = config();
        ServiceConfig.Mailbox mailbox = now.mailbox();
        return new RequestLimits(
                now.readTimeout().toMillis(),
                now.writeTimeout().toMillis(),
                now.drainDeadline().toMillis(),
                now.limits().inflightBytes(),
                mailbox.visibilityMsMin().toMillis(),
                mailbox.defaultVisibility().toMillis(),
                mailbox.maxMessages(),
                Math.toIntExact(mailbox.maxBytes()));
    }

    private Readiness readiness() {
        return ReadinessCheck.of(engine, authority, config(), clockWatch.isSteady());
    }

    // ---- for those who run it ----

    /** Where it can be reached. */
    public HttpServer.Ports ports() {
        return ports;
    }

    /** Its actors, for the diagnosis. */
    public Hive hive() {
        return hive;
    }

    /** Takes over the hot keys of another configuration; returns what changed and what needs a restart. */
    public ServiceConfig.Reloaded reload(ServiceConfig fresh, KeyRing keys) {
        ServiceConfig.Reloaded reloaded = config().reloaded(fresh);
        config.set(reloaded.config());
        authority.reload(keys, authoritySettings(reloaded.config()));
        log.configure(reloaded.config().log());
        metrics.addTopicClasses(reloaded.config().topics().classes());
        log.info(Event.AUDIT_RELOAD)
                .reason("changed " + reloaded.changed() + ", needs a restart " + reloaded.ignored())
                .write();
        return reloaded;
    }

    /**
     * Refuses new work, answers what is open up to the drain deadline, and closes everything.
     *
     * @return whether all open requests were answered in time
     */
    public boolean drainAndClose() {
        http.drain();
        engine.drain();
        boolean isDrained = awaitNoRequest(config().drainDeadline());
        close();
        return isDrained;
    }

    private boolean awaitNoRequest(Duration timeout) {
        long deadlineNanos = clocks.monotonicNanos() + timeout.toNanos();
        while (observer.openRequests() > 0) {
            if (clocks.monotonicNanos() >= deadlineNanos || isClosed.get()) {
                return false;
            }
            LockSupport.parkNanos(DRAIN_LOOK_NANOS);
        }
        return true;
    }

    /** Ends at once what is still open. What was answered is stored. */
    @Override
    public void close() {
        if (!isClosed.compareAndSet(false, true)) {
            return;
        }
        Console open = console;
        if (open != null) {
            open.close();
        }
        http.close();
        engine.close();
        hive.close();
        metrics.close();
        try {
            DataFolder locked = folder;
            if (locked != null && engine.isStoreClosed()) {
                locked.close();
            }
        } catch (StoreException e) {
            throw new IllegalStateException(e);
        }
    }
}
