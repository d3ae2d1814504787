package io.hiveactor.service.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import org.eclipse.jetty.http2.HTTP2Cipher;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** Reads PEM files for a TLS server. */
final class TlsKeys {
    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";

    private TlsKeys() {}

    /** Throws an exception that names the file if one cannot be used. */
    static SslContextFactory.Server contextFactory(HttpSettings.TlsFiles files) throws IOException {
        Certificate[] chain = certificates(files.certificates());
        PrivateKey key = key(files.key(), chain[0].getPublicKey().getAlgorithm());
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            char[] none = {};
            store.setKeyEntry("service", key, none, chain);
            var factory = new SslContextFactory.Server();
            factory.setKeyStore(store);
            factory.setKeyStorePassword("");
            factory.setCipherComparator(HTTP2Cipher.COMPARATOR);
            factory.setUseCipherSuitesOrder(true);
            return factory;
        } catch (GeneralSecurityException e) {
            throw new IOException(files.key() + ": does not belong to " + files.certificates(), e);
        }
    }

    private static Certificate[] certificates(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            List<? extends Certificate> chain =
                    List.copyOf(CertificateFactory.getInstance("X.509").generateCertificates(in));
            if (chain.isEmpty()) {
                throw new IOException(file + ": contains no certificate");
            }
            return chain.toArray(Certificate[]::new);
        } catch (GeneralSecurityException e) {
            throw new IOException(file + ": is no PEM file with certificates", e);
        }
    }

    private static PrivateKey key(Path file, String algorithm) throws IOException {
        String text = Files.readString(file);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IOException(file + ": contains no unencrypted PKCS #8 key (" + BEGIN + ")");
        }
        try {
            byte[] encoded = Base64.getMimeDecoder().decode(text.substring(begin + BEGIN.length(), end));
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException(file + ": is no private key for " + algorithm, e);
        }
    }
}
