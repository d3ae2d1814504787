package io.hiveactor.service;

import io.hiveactor.service.capability.Authority;
import io.hiveactor.service.config.ServiceConfig;
import io.hiveactor.service.engine.Engine;
import io.hiveactor.service.engine.Readiness;
import io.hiveactor.service.store.StoreFigures;
import java.util.ArrayList;
import java.util.List;

/** Judges whether a node can serve. A process that answers at all has its configuration, listeners, metrics and profile. */
final class ReadinessCheck {
    private static final double NEARLY_FULL = 0.8;
    private static final int RETRY_SECONDS = 5;

    private ReadinessCheck() {}

    static Readiness of(Engine engine, Authority authority, ServiceConfig config, boolean isClockSteady) {
        StoreFigures figures = engine.figures();
        List<String> missing = new ArrayList<>();
        add(missing, authority.isReady(), "cap_authority_ok");
        boolean isWhole = engine.isWhole();
        add(missing, isWhole, "scanner_ok");
        add(missing, isWhole, "shards_ready");
        boolean isStoreUsable = engine.isStoreUsable();
        add(missing, isStoreUsable, "store_ok");
        add(missing, !figures.isDiskFull(), "disk_ok");
        add(missing, !engine.isDraining(), "not_draining");
        boolean takesReads = isStoreUsable && isWhole && authority.isReady() && !engine.isDraining();
        boolean isNearlyFull = figures.storedBytes() > NEARLY_FULL * config.store().maxBytes()
                || figures.dedupEntries() > NEARLY_FULL * config.mailbox().dedupCapacity();
        boolean takesWrites = takesReads && !figures.isDiskFull() && !isNearlyFull;
        return new Readiness(List.copyOf(missing), takesReads, takesWrites, isClockSteady, RETRY_SECONDS);
    }

    private static void add(List<String> missing, boolean isThere, String key) {
        if (!isThere) {
            missing.add(key);
        }
    }
}
