package io.hiveactor.service.http;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is fixed for the life of a server. What may change while it runs is in {@link RequestLimits}.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param api address of the API; port 0 lets the system choose
 * @param metrics address of the second listener; port 0 lets the system choose
 * @param tls certificate and key, or null for plain text; both listeners use it
 * @param maxConnections most connections of the API; the system's backlog holds the rest
 * @param idleTimeout after which a silent connection is closed
 * @param maxBodyBytes largest body of a request
 * @param maxBatchBytes largest body of a batch of sends
 * @param maxStreams most streams at a time
 * @param streamBeat silence of a stream after which it gets an empty line
 * @param stopTimeout how long {@link HttpServer#close} waits for open requests
 * @param isAmnesiac whether arrays that held a payload are zeroed after use: that of a send once answered, that of
 *     an envelope once it is written; so the engine must not share one array between a send and an envelope
 * @param profile name of the profile, shown by {@code /readyz}
 * @param dlqProfile {@code durable} or {@code ephemeral}, shown by {@code /readyz} and in stats
 */
public record HttpSettings(
        InetSocketAddress api,
        InetSocketAddress metrics,
        @Nullable TlsFiles tls,
        int maxConnections,
        Duration idleTimeout,
        int maxBodyBytes,
        int maxBatchBytes,
        int maxStreams,
        Duration streamBeat,
        Duration stopTimeout,
        boolean isAmnesiac,
        String profile,
        String dlqProfile) {

    /**
     * PEM files of a TLS server.
     *
     * @param certificates its certificate, then those of its issuers
     * @param key its private key, unencrypted PKCS #8
     */
    public record TlsFiles(Path certificates, Path key) {}
}
