package io.hiveactor.service.http;

import io.hiveactor.service.engine.Entrance;
import io.hiveactor.service.engine.Readiness;
import io.hiveactor.service.time.Clocks;
import java.util.function.Supplier;

/**
 * What a server is connected to. All parts are called by many threads at once.
 *
 * @param entrance executes operations
 * @param access checks capabilities
 * @param limits the limits as they are now; must not wait
 * @param listener learns what became of requests
 * @param rates figures of the last minutes
 * @param readiness whether the node can serve; must not wait
 * @param metrics all metrics in the text format of Prometheus
 * @param clocks time
 */
public record HttpBackend(
        Entrance entrance,
        AccessCheck access,
        Supplier<RequestLimits> limits,
        RequestListener listener,
        RateBook rates,
        Supplier<Readiness> readiness,
        Supplier<String> metrics,
        Clocks clocks) {}
