package io.hiveactor.service.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;

/** Builds Jetty's connectors: HTTP/1.1 and HTTP/2 on one port, in plain text or by TLS with ALPN. */
final class Listeners {
    private static final int HEADER_BYTES = 16 << 10;
    private static final int SEND_BUFFER = 64 << 10; // what a slow reader can make the kernel hold
    private static final int BACKLOG = 1_024;
    private static final long SHUTDOWN_IDLE_MS = 50; // connections without a request end at once
    private static final int STREAMS_PER_CONNECTION = 128;

    private Listeners() {}

    static ServerConnector open(Server server, HttpSettings settings, InetSocketAddress address) throws IOException {
        ConnectionFactory[] factories = factories(settings).toArray(ConnectionFactory[]::new);
        ServerConnector connector = new ServerConnector(server, 1, 1, factories);
        connector.setHost(address.getHostString());
        connector.setPort(address.getPort());
        connector.setIdleTimeout(settings.idleTimeout().toMillis());
        connector.setShutdownIdleTimeout(SHUTDOWN_IDLE_MS);
        connector.setAcceptedSendBufferSize(SEND_BUFFER);
        connector.setAcceptedTcpNoDelay(true);
        connector.setAcceptQueueSize(BACKLOG);
        connector.setReuseAddress(true);
        return connector;
    }

    private static List<ConnectionFactory> factories(HttpSettings settings) throws IOException {
        HttpConfiguration config = configuration();
        HttpSettings.TlsFiles tls = settings.tls();
        if (tls == null) {
            var h2c = new HTTP2CServerConnectionFactory(config);
            h2c.setMaxConcurrentStreams(STREAMS_PER_CONNECTION);
            return List.of(new HttpConnectionFactory(config), h2c);
        }
        var alpn = new ALPNServerConnectionFactory();
        alpn.setDefaultProtocol("http/1.1");
        var h2 = new HTTP2ServerConnectionFactory(config);
        h2.setMaxConcurrentStreams(STREAMS_PER_CONNECTION);
        var ssl = new SslConnectionFactory(TlsKeys.contextFactory(tls), alpn.getProtocol());
        return List.of(ssl, alpn, h2, new HttpConnectionFactory(config));
    }

    private static HttpConfiguration configuration() {
        var config = new HttpConfiguration();
        config.setRequestHeaderSize(HEADER_BYTES);
        config.setSendServerVersion(false);
        config.setSendDateHeader(false);
        config.setUriCompliance(UriCompliance.UNSAFE); // paths are compared as they are, and never decoded
        return config;
    }
}
