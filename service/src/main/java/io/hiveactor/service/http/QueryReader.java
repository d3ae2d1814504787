package io.hiveactor.service.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads queries as strictly as bodies. */
final class QueryReader {
    private static final String NUMBER = "limit";

    private QueryReader() {}

    /** Reads a query; throws {@link Rejected} for a doubled key. */
    static Fields read(@Nullable String query) {
        if (query == null || query.isEmpty()) {
            return new Fields(Fields.QUERY, Map.of());
        }
        Map<String, Object> values = new HashMap<>();
        for (String pair : query.split("&", -1)) {
            add(values, pair);
        }
        return new Fields(Fields.QUERY, values);
    }

    private static void add(Map<String, Object> values, String pair) {
        int equals = pair.indexOf('=');
        String name = decode(equals < 0 ? pair : pair.substring(0, equals));
        String text = equals < 0 ? "" : decode(pair.substring(equals + 1));
        Object value = name.equals(NUMBER) && isNumber(text) ? (Object) Long.parseLong(text) : text;
        if (values.putIfAbsent(name, value) != null) {
            throw new Rejected(ApiError.schema("duplicate_field", name, "the key appears twice"));
        }
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.length() <= 18 && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            throw new Rejected(ApiError.schema("format", "query", "a percent escape is wrong"));
        }
    }
}
