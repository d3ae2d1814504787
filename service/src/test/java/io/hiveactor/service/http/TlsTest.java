package io.hiveactor.service.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TlsTest {
    private static final String PASSWORD = "changeit";

    @TempDir
    private Path folder;

    /** Makes a key with the JDK's keytool, and writes it as PEM files. */
    private KeyStore keyStore(String algorithm) throws Exception {
        Path file = folder.resolve(algorithm + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair",
                        "-alias", "k", "-keyalg", algorithm, "-dname", "CN=localhost", "-ext", "san=dns:localhost",
                        "-storetype", "PKCS12",
                        "-keystore", file.toString(), "-storepass", PASSWORD)
                .redirectErrorStream(true)
                .start();
        assertTrue(keytool.waitFor(30, TimeUnit.SECONDS));
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        pem("cert.pem", "CERTIFICATE", store.getCertificate("k").getEncoded());
        pem("key.pem", "PRIVATE KEY", store.getKey("k", PASSWORD.toCharArray()).getEncoded());
        return store;
    }

    private void pem(String name, String kind, byte[] content) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        Files.writeString(
                folder.resolve(name), "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }

    private HttpSettings settings(HttpSettings s) {
        var files = new HttpSettings.TlsFiles(folder.resolve("cert.pem"), folder.resolve("key.pem"));
        return new HttpSettings(
                s.api(), s.metrics(), files, s.maxConnections(), s.idleTimeout(), s.maxBodyBytes(), s.maxBatchBytes(),
                s.maxStreams(), s.streamBeat(), s.stopTimeout(), false, s.profile(), s.dlqProfile());
    }

    @Test
    void bothListenersSpeakBothVersionsByTls() throws Exception {
        for (String algorithm : List.of("RSA", "EC")) {
            KeyStore store = keyStore(algorithm);
            var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trusted.setCertificateEntry("k", store.getCertificate("k"));
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            try (var server = new TestServer(this::settings);
                    HttpClient client = HttpClient.newBuilder().sslContext(context).build()) {
                for (HttpClient.Version version : HttpClient.Version.values()) {
                    if (version != HttpClient.Version.HTTP_1_1 && version != HttpClient.Version.HTTP_2) {
                        continue;
                    }
                    for (int port : List.of(server.ports.api(), server.ports.metrics())) {
                        var request = HttpRequest.newBuilder(URI.create("https://localhost:" + port + "/healthz"))
                                .version(version)
                                .build();
                        var response = client.send(request, BodyHandlers.ofString());
                        assertEquals("{\"ok\":true}", response.body());
                        assertEquals(version, response.version());
                    }
                }
            }
        }
    }

    @Test
    void aFileThatCannotBeUsedIsNamed() throws Exception {
        KeyStore _ = keyStore("EC");
        Files.writeString(folder.resolve("key.pem"), "-----BEGIN EC PRIVATE KEY-----\n");
        assertNamed("key.pem");
        Files.writeString(folder.resolve("cert.pem"), "nothing");
        assertNamed("cert.pem");
        Files.delete(folder.resolve("cert.pem"));
        assertNamed("cert.pem");
    }

    private void assertNamed(String file) {
        var failure = assertThrows(AssertionError.class, () -> new TestServer(this::settings)).getCause();
        assertTrue(failure.getMessage().contains(file), failure::toString);
    }
}
