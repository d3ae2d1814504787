package io.hiveactor.service.http;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How a request ended.
 *
 * @param route what it asked for
 * @param method GET or POST, or {@code other}
 * @param status status of the answer
 * @param reason word of the error, or null if there was none
 * @param topic topic of the request, if it names one
 * @param corrId its correlation id
 * @param isWritten whether the whole answer was written
 * @param nanos time since its headers were read
 */
public record RequestReport(
        Route route,
        String method,
        int status,
        @Nullable String reason,
        @Nullable String topic,
        UUID corrId,
        boolean isWritten,
        long nanos) {}
