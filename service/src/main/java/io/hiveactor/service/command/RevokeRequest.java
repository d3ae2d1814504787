package io.hiveactor.service.command;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import picocli.CommandLine.Option;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Asks a running service for a revocation: its address is an option, the token is in {@code HIVE_CAP}. */
final class RevokeRequest {
    private static final String TOKEN = "HIVE_CAP";
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration TIMEOUT = Duration.ofSeconds(15);

    @Option(names = "--url", paramLabel = "URL", description = "the service (${DEFAULT-VALUE})")
    private String url = "http://127.0.0.1:9410";

    private final ObjectMapper json = new ObjectMapper();

    /** Returns the answer's body; throws unless its status is 200. */
    JsonNode post(String field, String value, CommandContext context) throws CommandException, InterruptedException {
        HttpRequest request = request(json.writeValueAsString(Map.of(field, value)), token(context));
        try (HttpClient client = HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT).build()) {
            HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
            JsonNode body = body(response);
            if (response.statusCode() != 200) {
                throw new CommandException(url + " answers " + response.statusCode() + " "
                        + body.path("code").asString("") + " " + body.path("reason").asString("") + ": "
                        + body.path("message").asString(""));
            }
            return body;
        } catch (IOException e) {
            throw new CommandException("no answer from " + url + ": " + e);
        }
    }

    private HttpRequest request(String body, String token) throws CommandException {
        try {
            return HttpRequest.newBuilder(URI.create(url.replaceAll("/+$", "") + "/v1/caps/revoke"))
                    .timeout(TIMEOUT)
                    .header("Content-Type", "application/json")
                    .header("Authorization", "Bearer " + token)
                    .POST(BodyPublishers.ofString(body))
                    .build();
        } catch (IllegalArgumentException _) { // its message may hold the header
            throw new CommandException("--url " + url + " or the token in " + TOKEN + " cannot be used for a request");
        }
    }

    private static String token(CommandContext context) throws CommandException {
        String token = context.environment().getOrDefault(TOKEN, "").strip();
        if (token.isEmpty()) {
            throw new CommandException(TOKEN + " is not set: it must hold a token that allows revoke on topic *");
        }
        return token;
    }

    private JsonNode body(HttpResponse<String> response) throws CommandException {
        try {
            return json.readTree(response.body());
        } catch (JacksonException _) {
            throw new CommandException(url + " answers " + response.statusCode()
                    + " without JSON: is it a Hive service?");
        }
    }
}
