package io.hiveactor.service.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonRecyclerPools;

/**
 * Reads one JSON object strictly: UTF-8 without a byte order mark, nothing behind it, no doubled field, nesting 8 at
 * most.
 *
 * <p><b>Threads:</b> any thread.
 */
final class JsonReader {
    /*
     * The whole text is read before the first field is looked at, so that broken JSON is reported as such, whatever its
     * fields are. What that costs is bounded by MAX_TOKENS: 256 messages with 8 fields and 32 attributes have 21,500.
     *
     * Values: String, Long, Boolean, Fields, List, Base64Text for the payload, and the markers below.
     */
    static final int MAX_NESTING = 8;
    static final int MAX_TOKENS = 32_768;

    /** Stands for null: the field counts as absent, but it may not be doubled nor unknown. */
    static final Object NULL = new Object();
    /** Stands for an integer of more than 64 bits. */
    static final Object HUGE = new Object();
    /** Stands for a number with a fraction or an exponent. */
    static final Object FRACTION = new Object();

    private static final String PAYLOAD = "payload_b64";
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(TokenStreamFactory.Feature.CHARSET_DETECTION) // UTF-16 is not UTF-8
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .recyclerPool(JsonRecyclerPools.newBoundedPool(64)) // threads are new, so a pool of each is no use
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_NESTING)
                    .maxTokenCount(MAX_TOKENS)
                    .maxNumberLength(100)
                    .maxNameLength(1_024)
                    .maxStringLength(64 << 20)
                    .build())
            .build();

    private final byte[] body;
    private final JsonParser parser;

    private JsonReader(byte[] body, int length) {
        this.body = body;
        this.parser = FACTORY.createParser(ObjectReadContext.empty(), body, 0, length);
    }

    /** Reads the first bytes of an array; throws {@link Rejected} if they are anything but one object. */
    static Fields read(byte[] body, int length) {
        if (!Utf8.isValid(body, length)) {
            throw json("the body is not UTF-8");
        }
        try {
            var reader = new JsonReader(body, length);
            try (JsonParser _ = reader.parser) {
                return reader.document();
            }
        } catch (StreamConstraintsException _) {
            throw json("the body has a name, a number, a nesting or a count of values beyond the limits");
        } catch (JacksonException e) {
            throw json("the body is not valid JSON" + place(e)); // Jackson's own text may quote the body
        }
    }

    private Fields document() {
        JsonToken first = parser.nextToken();
        if (first == null) {
            throw json("the body is empty");
        }
        Object value = value(first, "");
        if (parser.nextToken() != null) {
            throw json("something follows the object");
        }
        if (value instanceof Fields fields) {
            return fields;
        }
        throw new Rejected(ApiError.schema("type", "", "the body must be an object"));
    }

    private Object value(@Nullable JsonToken token, String pointer) {
        return switch (token) {
            case START_OBJECT -> object(pointer);
            case START_ARRAY -> array(pointer);
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT -> integer();
            case VALUE_NUMBER_FLOAT -> FRACTION;
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> NULL;
            case null, default -> throw json("the body is not valid JSON");
        };
    }

    private Fields object(String pointer) {
        Map<String, Object> values = HashMap.newHashMap(8);
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            JsonToken token = parser.nextToken();
            Object value = token == JsonToken.VALUE_STRING && name.equals(PAYLOAD)
                    ? payload()
                    : value(token, needsPointer(token) ? Fields.pointer(pointer, name) : "");
            if (values.putIfAbsent(name, value) != null) {
                String field = Fields.pointer(pointer, name);
                throw new Rejected(ApiError.schema("duplicate_field", field, "the field appears twice"));
            }
        }
        return new Fields(pointer, values);
    }

    private List<Object> array(String pointer) {
        List<Object> items = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            items.add(value(token, needsPointer(token) ? pointer + "/" + items.size() : ""));
        }
        return items;
    }

    private Object integer() {
        return switch (parser.getNumberType()) {
            case INT, LONG -> parser.getLongValue();
            default -> HUGE;
        };
    }

    /** The text of a payload stays where it is: a copy would cost, and a String could not be zeroed. */
    private Base64Text payload() {
        int start = (int) parser.currentTokenLocation().getByteOffset() + 1;
        int end = start;
        while (body[end] != '"' && body[end] != '\\') {
            end++;
            if (end == body.length) {
                throw json("the body is not valid JSON");
            }
        }
        return body[end] == '"' ? new Base64Text(body, start, end - start) : Base64Text.of(parser.getString());
    }

    private static boolean needsPointer(@Nullable JsonToken token) {
        return token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY;
    }

    private static Rejected json(String message) {
        return new Rejected(ApiError.of(ErrorCode.E_SCHEMA, "json", message));
    }

    private static String place(JacksonException e) {
        var location = e.getLocation();
        return location == null || location.getByteOffset() < 0 ? "" : ", at byte " + location.getByteOffset();
    }
}
