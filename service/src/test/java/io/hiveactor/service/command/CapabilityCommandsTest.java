package io.hiveactor.service.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.hiveactor.service.capability.KeyFile;
import io.hiveactor.service.capability.KeyRing;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** service 14.1, 16.1, 16.2, 16.20. */
class CapabilityCommandsTest {
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");
    private static final String CAP_ID = "01JAR0Z5V8QX3M7T4N9C2E6H0D";

    @TempDir
    private Path folder;
    private final Map<String, String> environment = new HashMap<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private String input = "";

    @BeforeEach
    void writeKeys() throws IOException {
        KeyFile.write(folder.resolve("keys"), KeyRing.create(NOW));
    }

    private int run(String... arguments) {
        out.reset();
        err.reset();
        var in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
        return CapabilityCommands.run(List.of(arguments), new CommandContext(() -> NOW, in,
                new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8),
                environment));
    }

    private String output() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String errors() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private void assertRefused(String expected, String... arguments) {
        assertEquals(2, run(arguments), errors());
        assertTrue(errors().startsWith("hive service: "), errors());
        assertTrue(errors().contains(expected), errors());
        assertEquals("", output());
    }

    private String mint() {
        assertEquals(0, run("cap", "mint", "--op", "send,recv", "--topic", "orders.*", "--ttl", "24h", "--caveat",
                "max_bytes <= 10", "--store.data_dir", folder.toString()), errors());
        return output().strip();
    }

    @Nested
    class GivenCap {
        @Test
        void mintPrintsTheTokenAloneAndInspectShowsIt() {
            input = mint();
            assertFalse(input.contains("\n"));
            assertTrue(errors().contains("valid until 2026-11-19T06:00:00Z"), errors());

            assertEquals(0, run("cap", "inspect", "-", "--store.data_dir", folder.toString()), errors());
            assertTrue(output().endsWith("""
                    key k1, epoch 1
                    caveat op = send,recv
                    caveat topic = orders.*
                    caveat max_bytes <= 10
                    caveat time < 2026-11-19T06:00:00Z
                    signature valid
                    """), output());
        }

        @Test
        void withoutKeysTheSignatureIsNotChecked() {
            input = mint();
            assertEquals(0, run("cap", "inspect", "-", "--store.data_dir", folder.resolve("none").toString()));
            assertTrue(output().endsWith("signature not checked\n"), output());
        }

        @Test
        void anInvalidSignatureIsRefused() throws IOException {
            input = mint();
            Path other = folder.resolve("other");
            KeyFile.write(other, KeyRing.create(NOW));

            assertEquals(2, run("cap", "inspect", "-", "--auth.macaroon_path", other.toString()));
            assertTrue(errors().contains("invalid under " + other), errors());
        }

        @Test
        void attenuateAddsCaveatsWithoutKeys() {
            input = mint() + "\n";
            assertEquals(0, run("cap", "attenuate", "-", "--caveat", "op = send", "--caveat", "aud = prod"), errors());
            input = output();
            assertEquals(0, run("cap", "inspect", "-", "--store.data_dir", folder.toString()), errors());
            assertTrue(output().endsWith("caveat op = send\ncaveat aud = prod\nsignature valid\n"), output());
        }

        @Test
        void aTokenIsNoArgumentAndIsNotShown() {
            String token = mint();
            assertRefused("standard input", "cap", "inspect", token);
            assertFalse(errors().contains(token), errors());
            assertRefused("standard input", "cap", "attenuate", token, "--caveat", "op = send");
            assertFalse(errors().contains(token), errors());
            assertRefused("CAP_ID", "cap", "revoke", token);
            assertFalse(errors().contains(token), errors());
            assertRefused("Unmatched", "cap", "inspect", "-", token);
            assertFalse(errors().contains(token), errors());
        }

        @Test
        void helpIsShownOnStandardOutput() {
            assertEquals(0, run("cap", "mint", "--help"), errors());
            assertTrue(output().contains("--auth.max_ttl"), output());
            assertEquals(0, run("keys", "--help"), errors());
            assertTrue(output().contains("rotate"), output());
        }

        @Test
        void whatIsWrongIsNamed() throws IOException {
            String keys = folder.toString();
            assertRefused("op = mint", "cap", "mint", "--op", "mint", "--topic", "*", "--ttl", "1h",
                    "--store.data_dir", keys);
            assertRefused("topic = a b", "cap", "mint", "--op", "*", "--topic", "a b", "--ttl", "1h",
                    "--store.data_dir", keys);
            assertRefused("tomorrow", "cap", "mint", "--op", "*", "--topic", "*", "--ttl", "tomorrow");
            assertRefused("auth.max_ttl", "cap", "mint", "--op", "*", "--topic", "*", "--ttl", "31d");
            assertRefused("--ttl", "cap", "mint", "--op", "*", "--topic", "*");
            assertRefused("--what", "cap", "mint", "--op", "*", "--topic", "*", "--ttl", "1h", "--what");
            assertRefused("none/keys does not exist", "cap", "mint", "--op", "*", "--topic", "*", "--ttl", "1h",
                    "--store.data_dir", folder.resolve("none").toString());
            assertRefused("no token", "cap", "inspect", "-");
            input = mint();
            assertRefused("ip = 1", "cap", "attenuate", "-", "--caveat", "ip = 1");
            assertRefused("subcommand", "cap");
            Files.setPosixFilePermissions(folder.resolve("keys"), PosixFilePermissions.fromString("rw-r-----"));
            assertRefused("rw-r-----", "keys", "list", "--store.data_dir", keys);
        }
    }

    @Nested
    class GivenKeys {
        @Test
        void rotateRetireAndListWorkOnTheFile() {
            String[] place = {"--store.data_dir", folder.toString()};
            assertEquals(0, run("keys", "rotate", place[0], place[1]), errors());
            assertTrue(output().startsWith("k2 is active"), output());
            assertEquals(0, run("keys", "retire", "k1", place[0], place[1]), errors());
            assertRefused("k2 is active", "keys", "retire", "k2", place[0], place[1]);

            assertEquals(0, run("keys", "list", place[0], place[1]), errors());
            assertEquals("k1 1 retired 2026-11-18T06:00:00Z\nk2 1 active 2026-11-18T06:00:00Z\n", output());
        }
    }

    @Nested
    class GivenAService {
        private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();

        private int runAgainst(int status, String answer, String... arguments) throws IOException {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", exchange -> {
                requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                        + exchange.getRequestHeaders().getFirst("Authorization") + " "
                        + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
                byte[] body = answer.getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(status, body.length);
                exchange.getResponseBody().write(body);
                exchange.close();
            });
            server.start();
            try {
                var all = new ArrayList<>(List.of(arguments));
                all.add("--url");
                all.add("http://127.0.0.1:" + server.getAddress().getPort() + "/");
                return run(all.toArray(String[]::new));
            } finally {
                server.stop(0);
            }
        }

        @Test
        void capRevokeSendsTheCapIdWithTheTokenOfTheEnvironment() throws IOException {
            environment.put("HIVE_CAP", "abc");
            assertEquals(0, runAgainst(200, "{\"revoked\":\"" + CAP_ID + "\"}", "cap", "revoke", CAP_ID), errors());
            assertEquals("revoked " + CAP_ID + "\n", output());
            assertEquals("POST /v1/caps/revoke Bearer abc {\"cap_id\":\"" + CAP_ID + "\"}", requests.poll());
        }

        @Test
        void keysRevokeSendsTheKidAndRaisesTheEpochOfTheFile() throws IOException {
            environment.put("HIVE_CAP", "abc");
            assertEquals(0, runAgainst(200, "{\"kid\":\"k1\",\"min_epoch\":2}", "keys", "revoke", "k1",
                    "--store.data_dir", folder.toString()), errors());
            assertEquals("POST /v1/caps/revoke Bearer abc {\"kid\":\"k1\"}", requests.poll());
            assertEquals(2, KeyFile.read(folder.resolve("keys")).find("k1").epoch());
        }

        @Test
        void aRefusalIsShown() throws IOException {
            environment.put("HIVE_CAP", "abc");
            assertEquals(2, runAgainst(403, "{\"code\":\"E_CAP_SCOPE\",\"reason\":\"op\",\"message\":\"no revoke\"}",
                    "cap", "revoke", CAP_ID));
            assertTrue(errors().contains("answers 403 E_CAP_SCOPE op: no revoke"), errors());
            assertEquals(2, runAgainst(502, "<html>", "cap", "revoke", CAP_ID));
            assertTrue(errors().contains("answers 502 without JSON"), errors());
        }

        @Test
        void withoutATokenAServiceOrAUlidNothingIsAsked() {
            assertRefused("HIVE_CAP", "cap", "revoke", CAP_ID);
            environment.put("HIVE_CAP", "a\nb");
            assertRefused("HIVE_CAP", "cap", "revoke", CAP_ID);
            environment.put("HIVE_CAP", "abc");
            assertRefused("CAP_ID 01JAR: must be a ULID", "cap", "revoke", "01JAR");
            assertRefused("--url what", "cap", "revoke", CAP_ID, "--url", "what");
            assertRefused("no answer from http://127.0.0.1:1", "cap", "revoke", CAP_ID, "--url", "http://127.0.0.1:1");
        }
    }
}
