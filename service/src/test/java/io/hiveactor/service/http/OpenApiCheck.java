package io.hiveactor.service.http;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * Compares exchanges with {@code openapi.json}: status, required headers, content type and content of each answer, and
 * the body of each request that was accepted.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class OpenApiCheck {
    private static final String BASE = "https://hiveactor.io/openapi.json";

    private final JsonNode document;
    private final SchemaRegistry registry;
    private final Map<String, Schema> schemas = new ConcurrentHashMap<>();
    private final Map<String, Pattern> paths = new ConcurrentHashMap<>();

    private OpenApiCheck(String text) {
        document = new ObjectMapper().readTree(text);
        registry = SchemaRegistry.withDialect(Dialects.getOpenApi31(), builder -> builder.schemas(Map.of(BASE, text)));
        for (String path : document.get("paths").propertyNames()) {
            paths.put(path, Pattern.compile(path.replace("{msg_id}", "[^/]+")));
        }
    }

    /** Reads the document that the service serves. */
    public static OpenApiCheck load() {
        try (InputStream in = OpenApiCheck.class.getResourceAsStream("openapi.json")) {
            return new OpenApiCheck(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Throws an AssertionError unless the exchange is one that the document allows.
     *
     * @param path of the request, with its query
     * @param request body of the request, or null
     * @param header finds a header of the answer by its name
     */
    public void check(
            String method,
            String path,
            byte[] request,
            int status,
            Function<String, Optional<String>> header,
            byte[] body) {
        String template = template(path);
        String operation = template == null
                ? ""
                : "/paths/" + escape(template) + "/" + method.toLowerCase(Locale.ROOT);
        boolean isKnown = template != null && !at(operation).isMissingNode();
        String response = isKnown ? operation + "/responses/" + status : standIn(template, status);
        JsonNode node = at(response);
        String where = method + " " + path + " -> " + status;
        if (node.isMissingNode()) {
            throw new AssertionError(where + ": not in the document: " + text(body));
        }
        if (node.has("$ref")) {
            response = node.get("$ref").asString().substring(1);
            node = at(response);
        }
        headers(where, node.path("headers"), header);
        String media = header.apply("content-type").orElse("").replaceAll(";.*", "");
        String content = response + "/content/" + escape(media);
        if (at(content).isMissingNode()) {
            throw new AssertionError(where + ": content type " + media + " is not in the document");
        }
        content(where, media, content + "/schema", body);
        if (isKnown && status == 200 && request != null && request.length > 0) {
            validate(where + ", request", operation + "/requestBody/content/application~1json/schema", text(request));
        }
    }

    private static String standIn(String template, int status) {
        if (template == null && status == 404) {
            return "/components/responses/NotFound";
        }
        return template != null && status == 405 ? "/components/responses/MethodNotAllowed" : "/none";
    }

    private static void headers(String where, JsonNode headers, Function<String, Optional<String>> header) {
        for (Map.Entry<String, JsonNode> entry : headers.properties()) {
            if (entry.getValue().path("required").asBoolean() && header.apply(entry.getKey()).isEmpty()) {
                throw new AssertionError(where + ": no header " + entry.getKey());
            }
        }
    }

    private void content(String where, String media, String schema, byte[] body) {
        switch (media) {
            case "application/json" -> validate(where, schema, text(body));
            case "application/x-ndjson" -> text(body).lines()
                    .filter(line -> !line.isEmpty())
                    .forEach(line -> validate(where, schema, line));
            default -> {}
        }
    }

    private void validate(String where, String pointer, String json) {
        String location = BASE + "#" + pointer.replace("{", "%7B").replace("}", "%7D");
        Schema schema = schemas.computeIfAbsent(location, key -> registry.getSchema(SchemaLocation.of(key)));
        List<Error> errors =
                schema.validate(json, InputFormat.JSON, c -> c.executionConfig(x -> x.formatAssertionsEnabled(true)));
        if (!errors.isEmpty()) {
            throw new AssertionError(where + ": " + errors + " in " + json);
        }
    }

    private String template(String path) {
        String bare = path.replaceAll("\\?.*", "");
        if (paths.containsKey(bare)) {
            return bare;
        }
        return paths.entrySet().stream()
                .filter(entry -> entry.getValue().matcher(bare).matches())
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
    }

    private JsonNode at(String pointer) {
        return document.at(pointer);
    }

    private static String escape(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
