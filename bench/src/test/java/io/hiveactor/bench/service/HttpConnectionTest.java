package io.hiveactor.bench.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpConnectionTest {
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anAnswerLargerThanTheReadBufferArrivesWhole(boolean isChunked) throws IOException {
        String answer = "0123456789".repeat(30_000);
        try (var server = new TestServer(200, answer, isChunked); var connection = new HttpConnection(server.port(), "")) {
            for (int i = 0; i < 3; i++) { // on one connection
                assertEquals(answer, connection.post("/v1/recv", "", new AsciiBuffer().append("{}")).toString());
            }
        }
    }

    @Test
    void aRequestCarriesItsHeadersAndItsBody() throws IOException {
        try (var server = new TestServer(200, "{}", false);
                var connection = new HttpConnection(server.port(), "Authorization: Bearer t\r\n")) {
            assertEquals("{}", connection.post("/v1/send", "X-More: 1\r\n", new AsciiBuffer().append("body")).toString());

            assertEquals(new TestServer.Seen("/v1/send", "Bearer t", "body"), server.seen.getFirst());
        }
    }

    @Test
    void anotherStatusThan200IsAFailureThatShowsTheAnswer() throws IOException {
        try (var server = new TestServer(429, "{\"code\":\"E_SATURATED\"}", false);
                var connection = new HttpConnection(server.port(), "")) {
            var failure = assertThrows(IOException.class, () -> connection.post("/v1/send", "", new AsciiBuffer()));

            assertEquals("POST /v1/send answered 429: {\"code\":\"E_SATURATED\"}", failure.getMessage());
        }
    }
}
