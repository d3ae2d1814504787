package io.hiveactor.service;

import io.hiveactor.service.config.LogLevel;
import io.hiveactor.service.config.ServiceConfig;
import io.hiveactor.service.engine.EngineListener;
import io.hiveactor.service.http.AccessCheck;
import io.hiveactor.service.http.RequestListener;
import io.hiveactor.service.http.RequestReport;
import io.hiveactor.service.http.Route;
import io.hiveactor.service.observe.Event;
import io.hiveactor.service.observe.EventLog;
import io.hiveactor.service.observe.LogLine;
import io.hiveactor.service.observe.ServiceMetrics;
import io.hiveactor.service.queue.DeadReason;
import io.hiveactor.service.store.BatchReport;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns what happens in the engine and on the HTTP side into metrics, log lines and rates.
 *
 * <p><b>Threads:</b> any thread; no call waits.
 */
final class NodeObserver implements EngineListener, RequestListener {
    private final ServiceMetrics metrics;
    private final EventLog log;
    private final NodeRates rates;
    private final Supplier<ServiceConfig> config;
    private final AtomicInteger openRequests = new AtomicInteger();

    NodeObserver(ServiceMetrics metrics, EventLog log, NodeRates rates, Supplier<ServiceConfig> config) {
        this.metrics = metrics;
        this.log = log;
        this.rates = rates;
        this.config = config;
    }

    private String topicClass(String topic) {
        return config.get().topics().policyOf(topic).topicClass();
    }

    // ---- the engine ----

    @Override
    public void batchCommitted(int operations, Duration took, BatchReport report) {
        metrics.batchCommitted(operations, took);
        rates.add(report.topics());
        report.damages().forEach(damage -> {
            metrics.integrityFailed(damage.word());
            log.error(Event.INTEGRITY_FAIL).reason(damage.word()).write();
        });
        report.topics().forEach((topic, events) -> count(topicClass(topic), events));
    }

    private void count(String topicClass, BatchReport.TopicEvents events) {
        metrics.enqueued(topicClass, events.sent());
        metrics.duplicates(topicClass, events.duplicates());
        metrics.delivered(topicClass, events.acked());
        metrics.redelivered(topicClass, events.redelivered());
        metrics.visibilityTimedOut(topicClass, events.requeued());
        metrics.reprocessed(topicClass, events.redriven());
        metrics.deadLettersPurged(topicClass, "removed", events.purgedDead());
        events.attempts().forEach(attempt -> metrics.settledAfter(topicClass, attempt));
        if (events.requeued() > 0) {
            log.debug(Event.SCANNER_REQUEUE).topicClass(topicClass).write();
        }
        events.dead().forEach((reason, count) -> dead(topicClass, reason, count));
    }

    private void dead(String topicClass, DeadReason reason, int count) {
        for (int i = 0; i < count; i++) {
            metrics.deadLettered(topicClass, reason.word());
        }
        log.info(Event.DLQ_MOVE).topicClass(topicClass).reason(reason.word()).write();
    }

    @Override
    public void storeFailed(String reason) {
        metrics.storeFailed("commit");
        log.error(Event.STORE_FAIL).reason(reason).write();
    }

    @Override
    public void scannerWoke(long lateNanos) {
        metrics.scannerWoke(Duration.ofNanos(lateNanos));
    }

    @Override
    public void sweepRefused() {
        metrics.requeueBackedOff();
    }

    void clockStepped() {
        metrics.clockStepped();
        log.warn(Event.CLOCK_STEP).write();
    }

    // ---- requests ----

    /** Requests that were begun and are not answered. */
    int openRequests() {
        return openRequests.get();
    }

    @Override
    public void started(Route route) {
        openRequests.incrementAndGet();
        metrics.requestStarted(route.path(), route.method());
    }

    @Override
    public void done(RequestReport report) {
        openRequests.decrementAndGet();
        Duration took = Duration.ofNanos(report.nanos());
        metrics.requestDone(report.route().path(), report.method(), report.status(), took);
        if (report.status() == 429) {
            metrics.busyRejected(report.route().path());
        }
        String reason = report.reason();
        if (reason != null) {
            metrics.rejected(reason);
        }
        boolean isOk = report.status() < 300;
        switch (report.route()) {
            case SEND, SEND_BATCH -> {
                metrics.enqueueTook(took);
                rates.addLatency(report.nanos());
                logRequest(isOk ? log.line(LogLevel.DEBUG, Event.SEND_ACCEPTED) : null, report);
            }
            case RECV -> {
                metrics.dequeueTook(took);
                logRequest(isOk ? log.line(LogLevel.DEBUG, Event.RECV_BATCH) : null, report);
            }
            case ACK, ACK_BATCH -> {
                metrics.ackTook(took);
                rates.addLatency(report.nanos());
                logRequest(log.line(isOk ? LogLevel.DEBUG : LogLevel.INFO, isOk ? Event.ACK_OK : Event.ACK_REFUSED), report);
            }
            case DLQ_REPROCESS -> logRequest(log.info(Event.AUDIT_REPROCESS), report);
            case DLQ_PURGE, TOPICS_PURGE -> logRequest(log.info(Event.AUDIT_PURGE), report);
            case REVOKE -> logRequest(log.info(Event.AUDIT_REVOKE), report);
            default -> rates.addLatency(report.nanos());
        }
    }

    private void logRequest(@Nullable LogLine line, RequestReport report) {
        if (line == null) {
            return;
        }
        LogLine full = line.corrId(report.corrId().toString())
                .op(report.route().path())
                .latency(Duration.ofNanos(report.nanos()))
                .status(report.status());
        String topic = report.topic();
        if (topic != null) {
            full = full.topicClass(topicClass(topic));
        }
        String reason = report.reason();
        (reason == null ? full : full.reason(reason)).write();
    }

    @Override
    public void denied(Route route, AccessCheck.Denied denied, UUID corrId) {
        metrics.authFailed(denied.reason());
        LogLine line = log.warn(Event.AUTH_DENIED)
                .reason(denied.reason())
                .corrId(corrId.toString())
                .op(route.path())
                .status(denied.status());
        String kid = denied.kid();
        String cap = denied.capIdPrefix();
        (kid == null || cap == null ? line : line.capability(kid, cap)).write();
    }

    @Override
    public void failed(Route route, Throwable bug, UUID corrId) {
        log.error(Event.STORE_FAIL)
                .reason("a bug: " + bug.getClass().getName())
                .corrId(corrId.toString())
                .op(route.path())
                .status(500)
                .write();
    }
}
